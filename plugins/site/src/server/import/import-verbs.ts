import { createHash, randomBytes } from "node:crypto"
import {
  authorOf,
  ConflictError,
  type Ctx,
  InvalidInputError,
  implement,
  NotFoundError,
} from "@countersign/core/server"
import { type Conflicts, ImportPlan } from "../../contract/import.ts"
import { SITE, type SiteCommand, siteChanged, siteContract } from "../../contract.ts"
import { nameFrom } from "../../document.ts"
import { runApart } from "../apart/run-apart.ts"
import { appendCommands } from "../append.ts"
import { loadPart } from "../load-part.ts"
import { type MadeMedia, makeMedia } from "../media/make-media.ts"
import { addMedia, findMedia, removeMedia } from "../media/media-store.ts"
import { demandRoom, sentFile } from "../media/media-verbs.ts"
import { replacePublished } from "../media/publish-media.ts"
import { whereUsed } from "../media/where-used.ts"
import { presentAmong } from "../part-store.ts"
import { FACTS, isDocument, STYLES } from "../parts.ts"
import { lockSite, noteAuthor, readLog, sequenceOf, setSequence } from "../site-store.ts"
import * as store from "./import-store.ts"

export const planImport = implement(siteContract.planImport, async (ctx, { conflicts }) => {
  const { plan, digest } = await readImport(ctx, await sentFile(ctx), { conflicts, whole: false })
  return { plan, digest }
})

export const importSite = implement(siteContract.importSite, async (ctx, { conflicts, digest }) => {
  const read = await readImport(ctx, await sentFile(ctx), { conflicts, whole: true })
  if (read.digest !== digest) throw new ConflictError(CHANGED)
  if (read.rows.length === 0 && read.files.length === 0) throw new ConflictError(NOTHING)
  const made = await makeMedia(
    read.files.map(({ name, bytes }) => ({ name, bytes })),
    { sizes: read.files.length <= MOST_WITH_SIZES, signal: ctx.abort },
  )
  const dropped = [...read.plan.dropped]
  const kept: { name: string; alt: string; id: string | null; fileName: string; made: MadeMedia }[] = []
  for (const [at, { path, fileName, name, alt, id }] of read.files.entries()) {
    const one = made[at]!
    if ("refused" in one) dropped.push({ path, reason: one.refused })
    else kept.push({ name, alt, id, fileName, made: one })
  }
  await demandRoom(ctx, ...kept.map((one) => one.made))
  const before = await lockSite(ctx.tx)
  await demandUnchanged(ctx, before, read)
  const media = await addMedia(ctx.tx, kept)
  const author = authorOf(ctx)
  await noteAuthor(ctx.tx, author)
  const [first, last] = [before + 1, before + read.rows.length]
  await store.appendJudged(ctx.tx, { first, authorId: author.id, rows: read.rows })
  await setSequence(ctx.tx, last)
  if (last >= first) ctx.tell(siteChanged, SITE, { sequence: last, parts: [STYLES, FACTS] })
  const imported = await store.addImport(ctx.tx, {
    authorId: author.id,
    first,
    last,
    media: media.map((one) => one.id),
  })
  ctx.audit({
    thing: { id: `import:${imported}`, name: "An imported site" },
    after: { pages: read.plan.pages.length, sheets: read.plan.sheets.length, media: media.length, sequence: last },
  })
  return { import: imported, plan: read.plan, dropped }
})

export const undoImport = implement(siteContract.undoImport, async (ctx, { import: id }) => {
  await lockSite(ctx.tx)
  const found = await store.holdImport(ctx.tx, id)
  if (!found) throw new NotFoundError("There is no such import. Choose one from the history of the site.")
  if (found.undone) throw new ConflictError("This import was taken back already.")
  const kept: string[] = []
  const commands: SiteCommand[] = []
  for (const { type, id: page, title, present, untouched } of await store.documentsOf(ctx.tx, found)) {
    if (!present) continue
    if (untouched) commands.push({ type: "document.remove", document: { type, id: page } })
    else kept.push(`The page "${title}" was changed since it came, so it stays.`)
  }
  commands.push(...(await sheetsBack(ctx, found, kept)))
  const removed = commands.length
  if (removed > 0) {
    const done = await appendCommands(ctx, commands)
    if (!done.ok) throw new ConflictError(done.reason)
  }
  await addressesBack(ctx, found)
  const media = await findMedia(ctx.tx, { ids: found.media })
  const uses = await whereUsed(ctx, media)
  const unused = media.filter((one) => uses.get(one.id)!.length === 0)
  for (const one of unused) await replacePublished(ctx, one, null)
  await removeMedia(
    ctx.tx,
    unused.map((one) => one.id),
  )
  for (const one of media)
    if (!unused.includes(one))
      kept.push(`The file "${one.name}" is used in "${uses.get(one.id)![0]!.title}", so it stays.`)
  await store.markUndone(ctx.tx, id)
  ctx.audit({ thing: { id: `import:${id}`, name: "An imported site" }, after: null })
  return { removed: removed + unused.length, kept }
})

const CHANGED =
  "The site, or the archive, is not what it was when the plan was made. Look at the new plan, and import it then."
const NOTHING =
  "Nothing of the archive would come in. The plan says why each file stays out; where the site has the same already, take what is in the archive, or have both."
/** Each picture has up to six smaller ones; more than so many take longer than a request may. */
const MOST_WITH_SIZES = 20
const LIMITS = { timeoutMs: 60_000, memoryBytes: 1_200 * 1024 * 1024, answerBytes: 600 * 1024 * 1024 }

interface BroughtFile {
  readonly path: string
  readonly fileName: string
  readonly bytes: Buffer
  readonly name: string
  readonly alt: string
  readonly id: string | null
}

interface ReadImport {
  readonly plan: ImportPlan
  readonly digest: string
  readonly rows: readonly store.JudgedRow[]
  readonly files: readonly BroughtFile[]
  /** Of the two parts that it was judged beside. */
  readonly beside: readonly (readonly [part: string, sequence: number])[]
}

async function readImport(
  ctx: Ctx,
  archive: Buffer,
  { conflicts, whole }: { conflicts: Conflicts; whole: boolean },
): Promise<ReadImport> {
  const upTo = await sequenceOf(ctx.tx)
  const [facts, styles] = [await loadPart(ctx, FACTS, upTo), await loadPart(ctx, STYLES, upTo)]
  const into = {
    facts: facts.part.facts,
    sheets: styles.part.sheets,
    fileNames: (await findMedia(ctx.tx)).map(({ fileName }) => fileName),
    conflicts,
    // Longer than that of any tab, so that no two make one id.
    prefix: `z${randomBytes(4).readUInt32BE().toString(36).padStart(7, "0")}`,
  }
  const ended = await runApart({
    order: { message: { task: "import", whole }, blobs: [archive, Buffer.from(JSON.stringify(into))] },
    ...LIMITS,
    memoryBytes: LIMITS.memoryBytes + archive.length,
    signal: ctx.abort,
  })
  const [first, ...rest] = ended.frames
  if (first?.message.type === "refused") throw new InvalidInputError(String(first.message.reason))
  if (ended.how !== "done" || !first)
    throw new InvalidInputError(
      ended.how === "time"
        ? "The archive takes too long to read. Import it in parts."
        : ended.how === "memory"
          ? "The archive needs more memory than an import may take. Import it in parts."
          : "The archive could not be read. Pack the folder again and send that.",
    )
  const planText = first.blobs[0]!
  const digest = createHash("sha256").update(archive).update(`\n${conflicts}\n`).update(planText).digest("base64url")
  const rows: store.JudgedRow[] = []
  const files: BroughtFile[] = []
  for (const { message, blobs } of rest) {
    if (message.type === "file")
      files.push({
        path: String(message.path),
        fileName: String(message.fileName),
        bytes: blobs[0]!,
        name: nameFrom(String(message.name ?? nameOf(String(message.path))), 200) || "Untitled",
        alt: typeof message.alt === "string" ? message.alt : "",
        id: typeof message.id === "string" && /^[0-9a-z]{1,20}$/.test(message.id) ? message.id : null,
      })
    else
      rows.push({
        part: String(message.part),
        title: message.title === null ? null : String(message.title),
        commands: blobs[0]!.toString(),
        inverse: blobs[1]!.toString(),
      })
  }
  return {
    plan: ImportPlan.parse(JSON.parse(planText.toString())),
    digest,
    rows,
    files,
    beside: [
      [FACTS, facts.sequence],
      [STYLES, styles.sequence],
    ],
  }
}

/** What it was judged beside is still the same, and nothing has taken its ids. */
async function demandUnchanged(ctx: Ctx, sequence: number, { beside, rows }: ReadImport): Promise<void> {
  for (const [part, before] of beside)
    if ((await loadPart(ctx, part, sequence)).sequence !== before) throw new ConflictError(CHANGED)
  const keys = rows.map(({ part }) => part).filter(isDocument)
  if ((await presentAmong(ctx.tx, keys)).size > 0) throw new ConflictError(CHANGED)
}

/** Of its sheets those that nobody has edited since. */
async function sheetsBack(ctx: Ctx, { first, last }: store.StoredImport, kept: string[]): Promise<SiteCommand[]> {
  const upTo = await sequenceOf(ctx.tx)
  const rows = await readLog(ctx.tx, { parts: [STYLES], from: first, upTo, limit: Number.MAX_SAFE_INTEGER })
  const ours = rows.filter(({ sequence }) => sequence <= last)
  const edited = new Set(
    rows
      .filter(({ sequence }) => sequence > last)
      .flatMap(({ commands }) =>
        commands.map((one) => ("sheet" in one && typeof one.sheet === "string" ? one.sheet : "")),
      ),
  )
  const { sheets } = (await loadPart(ctx, STYLES, upTo)).part
  return ours.flatMap(({ commands }) =>
    commands.flatMap((one): SiteCommand[] => {
      if (one.type !== "sheet.add" || !sheets.some(({ id }) => id === one.sheet.id)) return []
      if (!edited.has(one.sheet.id)) return [{ type: "sheet.remove", sheet: one.sheet.id }]
      kept.push(`The stylesheet "${one.sheet.name}" was changed since it came, so it stays.`)
      return []
    }),
  )
}

/** Pages of the site that gave up their address to one that came get it back, where it is free. */
async function addressesBack(ctx: Ctx, { first, last }: store.StoredImport): Promise<void> {
  const upTo = await sequenceOf(ctx.tx)
  const rows = await readLog(ctx.tx, { parts: [FACTS], from: first, upTo: last, limit: Number.MAX_SAFE_INTEGER })
  for (const { commands } of rows) {
    const [left, taken] = commands
    if (left?.type !== "page.set" || left.set.address !== null || taken?.type !== "page.set") continue
    const { facts } = (await loadPart(ctx, FACTS, upTo)).part
    const address = taken.set.address
    const isFree = !Object.values(facts.pages).some((page) => page.address === address)
    if (typeof address === "string" && isFree && facts.pages[left.page]?.address === undefined)
      await appendCommands(ctx, [{ type: "page.set", page: left.page, set: { address } }])
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1)
}
