/** Brings what is at the addresses to a version of the site: only what rests on something that changed is made. */
import { ConflictError, type Ctx } from "@countersign/core/server"
import { holdFiles, putFiles } from "../files/file-store.ts"
import { MEDIA_OWNER, publishMedia } from "../media/publish-media.ts"
import { takeTurns } from "../take-turns.ts"
import { madeBefore, ownersResting, queriesOf, writeMade } from "./address-store.ts"
import { type Made, type Makeable, type Making, makeablesOf, NotMade } from "./make-pages.ts"
import { mediaFacts } from "./media-addresses.ts"
import { openRows } from "./read-rows.ts"
import { openFrame } from "./site-frame.ts"
import type { SiteVersion } from "./site-version.ts"

export async function openMaking(ctx: Ctx, version: SiteVersion): Promise<Making> {
  const { addresses: media, pictures } = await mediaFacts(ctx)
  const url = ctx.runtime.siteUrl
  return {
    version,
    media,
    pictures,
    url,
    frame: await openFrame(version, { url, media }),
    rows: openRows(ctx, version, media),
  }
}

/** Answers how many addresses answer otherwise than before, and what authors should mend. */
export async function makeVersion(
  ctx: Ctx,
  version: SiteVersion,
  changedDocuments: readonly string[],
): Promise<{ addresses: number; problems: string[] }> {
  const making = await openMaking(ctx, version)
  const before = await madeBefore(ctx.tx)
  const stale = new Set([
    ...(await ownersResting(ctx.tx, changedDocuments)),
    ...(await ownersAnsweredOtherwise(ctx, making, null)),
  ])
  const makeables = makeablesOf(making)
  const owners = new Set(makeables.map(({ owner }) => owner))
  const wanted = makeables.filter(({ owner, madeOf }) => stale.has(owner) || before.get(owner) !== madeOf)
  await putFiles(ctx.tx, making.frame.assets).then((files) =>
    holdFiles(
      ctx.tx,
      "assets",
      files.map(({ hash }) => hash),
    ),
  )
  const gone = [...before.keys()].filter((owner) => owner !== MEDIA_OWNER && !owners.has(owner))
  const { addresses, problems } = await makeAndWrite(ctx, making, wanted, gone)
  return { addresses: addresses + (await publishMedia(ctx, version)), problems }
}

/** Answers how many addresses answer otherwise than before, and what authors should mend. */
export async function makeAndWrite(
  ctx: Ctx,
  { version, rows }: Making,
  wanted: readonly Makeable[],
  gone: readonly string[] = [],
): Promise<{ addresses: number; problems: string[] }> {
  let addresses = 0
  const problems: string[] = []
  // Those that came by one row of the log come together, so that it is read once.
  const sequenceOf = ({ owner }: Makeable) => version.documents.get(owner)?.sequence ?? 0
  const batches = inBatches(wanted.toSorted((a, b) => sequenceOf(a) - sequenceOf(b)))
  for (const [at, some] of batches.entries()) {
    await version.expect(some.map(({ owner }) => owner))
    const made = await makeAll(some)
    problems.push(...made.flatMap((one) => one.problems))
    addresses += await writeMade(ctx.tx, { made, gone: at === 0 ? gone : [], answerOf: rows.answerOf })
  }
  if (wanted.length === 0) addresses += await writeMade(ctx.tx, { made: [], gone, answerOf: rows.answerOf })
  return { addresses, problems: problems.slice(0, MOST_PROBLEMS) }
}
const MOST_PROBLEMS = 100

/** Owners of addresses whose loops would show other rows than they do. */
export async function ownersAnsweredOtherwise(
  ctx: Ctx,
  { rows }: Making,
  sources: readonly string[] | null,
): Promise<Set<string>> {
  const stale = new Set<string>()
  for (const { query, answer, owners } of await queriesOf(ctx.tx, sources))
    if (!rows.sources.has(query.source) || (await rows.answerOf(query)) !== answer)
      for (const owner of owners) stale.add(owner)
  return stale
}

export async function makeAll(makeables: readonly Makeable[]): Promise<Made[]> {
  const made: Made[] = []
  const turn = takeTurns()
  try {
    for (const one of makeables) {
      made.push(await one.make())
      await turn()
    }
  } catch (error) {
    if (error instanceof NotMade) throw new ConflictError(error.message)
    throw error
  }
  return made
}

/** So many are in memory and in one statement at a time. */
const BATCH = 100

function inBatches<T>(all: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let from = 0; from < all.length; from += BATCH) batches.push(all.slice(from, from + BATCH))
  return batches
}
