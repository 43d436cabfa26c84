import { authorOf, ConflictError, type Ctx, holds, implement, NotFoundError } from "@countersign/core/server"
import { documentAccess, publicationAccess, siteContract } from "../../contract.ts"
import { putFile } from "../files/file-store.ts"
import { noteAuthor } from "../site-store.ts"
import { PUBLICATIONS } from "../whose-words.ts"
import { makeVersion } from "./make-version.ts"
import {
  changesBetween,
  type DocumentChange,
  isNothing,
  type NextVersion,
  NOTHING_NEW,
  planNext,
} from "./plan-publication.ts"
import {
  addPublication,
  latestNumber,
  listVersions,
  moveDocuments,
  movePointer,
  planAt,
  readPointer,
} from "./publication-store.ts"
import { openVersion } from "./site-version.ts"
import { type ToldChange, toldChanges } from "./what-changed.ts"

/** One transaction: whatever ends it before its commit, visitors see the version before. */
export const publish = implement(siteContract.publish, async (ctx, { documents, styles, sequence }) => {
  await ctx.lock("publish")
  const next = await planNext(ctx, {
    styles,
    ...(documents && { documents }),
    ...(sequence !== undefined && { sequence }),
  })
  if (isNothing(next)) throw new ConflictError(NOTHING_NEW)
  return release(ctx, { ...next, restores: null })
})

/** The documents of then, with the rows of today. */
export const rollback = implement(siteContract.rollback, async (ctx, { number }) => {
  await ctx.lock("publish")
  const { publication } = await readPointer(ctx.tx)
  if (number === publication) throw new ConflictError(`Version ${number} is the one that is published.`)
  const then = await planAt(ctx.tx, number)
  const now = await planAt(ctx.tx, publication)
  if (!then || !now) throw new NotFoundError(`There is no version ${number}. List the versions to find the right one.`)
  const sequences = new Map([...then.documents].map(([key, { sequence }]) => [key, sequence]))
  return release(ctx, {
    sequence: then.stylesSequence,
    stylesSequence: then.stylesSequence,
    facts: then.facts,
    sequences,
    changes: changesBetween(now, { sequences, facts: then.facts }, then.documents),
    restores: number,
  })
})

export const listUnpublished = implement(siteContract.listUnpublished, async (ctx) => {
  const next = await planNext(ctx, { styles: true })
  return {
    version: next.number,
    changed: seenBy(ctx, await toldChanges(ctx, next)),
    shared: [...next.shared],
    sequence: next.sequence,
  }
})

/** What a draft is called is for those who may see drafts, and for those who decide whether everybody sees them. */
function seenBy({ principal }: Ctx, changes: readonly ToldChange[]): ToldChange[] {
  const sees =
    principal.kind === "service" ||
    [documentAccess.read, publicationAccess.manage].some((rule) => holds(principal, rule))
  return changes.map((change) =>
    sees ? change : { ...change, title: "A draft you may not see", address: null, what: [] },
  )
}

export const listPublications = implement(siteContract.listPublications, async (ctx, { before, limit }) => {
  const rows = await listVersions(ctx.tx, { before: before ?? 2_147_483_647, limit: limit + 1 })
  const publications = rows.slice(0, limit)
  const next = rows.length > limit ? publications.at(-1)!.number : null
  return { current: (await readPointer(ctx.tx)).publication, publications, next }
})

type Release = Pick<NextVersion, "sequence" | "stylesSequence" | "facts" | "sequences" | "changes"> & {
  readonly restores: number | null
}

async function release(ctx: Ctx, next: Release) {
  const before = (await readPointer(ctx.tx)).publication
  const number = (await latestNumber(ctx.tx)) + 1
  const facts = await putFile(ctx.tx, { type: "application/json", bytes: Buffer.from(JSON.stringify(next.facts)) })
  const author = authorOf(ctx)
  await noteAuthor(ctx.tx, author)
  const { sequence, stylesSequence, restores, changes } = next
  await addPublication(ctx.tx, {
    number,
    authorId: author.id,
    restores,
    sequence,
    stylesSequence,
    facts: facts.hash,
    changed: changes.slice(0, MOST_NAMED).map(({ title }) => title),
  })
  const changedKeys = changes.map(({ id }) => id)
  await moveDocuments(ctx.tx, number, {
    set: changes.flatMap(({ id: key, title }) => {
      const at = next.sequences.get(key)
      return at === undefined ? [] : [{ key, sequence: at, title }]
    }),
    removed: changedKeys.filter((key) => !next.sequences.has(key)),
  })
  const version = await openVersion(ctx, (await planAt(ctx.tx, number))!)
  const { addresses, problems } = await makeVersion(ctx, version, changedKeys)
  await movePointer(ctx.tx, number)
  ctx.audit({
    thing: { id: String(number), name: `Version ${number}` },
    before: { version: before },
    after: { version: number, restores, changed: changes.slice(0, MOST_NAMED).map(changeWords) },
    wroteOn: [PUBLICATIONS],
  })
  return { number, addresses, changed: [...changes], problems }
}
const MOST_NAMED = 100

function changeWords({ title, change }: DocumentChange): string {
  return `${title} (${change})`
}
