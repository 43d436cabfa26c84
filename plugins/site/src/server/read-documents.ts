import { authorOf, type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { MOST_BEHIND, SITE, siteContract } from "../contract.ts"
import { type DocumentRef, keyOf } from "../document.ts"
import { loadPart } from "./load-part.ts"
import { lastChangeOf, listParts } from "./part-store.ts"
import { FACTS, onPart, STYLES } from "./parts.ts"
import { authorsAt, changesAfter, readLog, sequenceOf } from "./site-store.ts"
import { contentOf } from "./stored-part.ts"

export const listDocuments = implement(siteContract.listDocuments, (ctx, page) => listParts(ctx.tx, page))

export const openDocument = implement(siteContract.openDocument, async (ctx, { document: ref }) => {
  const sequence = await sequenceOf(ctx.tx)
  const { part, notes } = await loadPart(ctx, keyOf(ref), sequence)
  const document = part.documents.get(keyOf(ref))
  if (!document) throw new NotFoundError(await whyGone(ctx, ref))
  const styles = await loadPart(ctx, STYLES, sequence)
  const facts = await loadPart(ctx, FACTS, sequence)
  return {
    sequence,
    document: ref,
    content: copied(contentOf(document)),
    sheets: copied(styles.part.sheets),
    facts: copied(facts.part.facts),
    notes: [...notes, ...styles.notes, ...facts.notes],
  }
})

export const readSince = implement(siteContract.readSince, async (ctx, { document, after }) => {
  const sequence = await sequenceOf(ctx.tx)
  const tooFar = whyTooFar(sequence - after)
  if (tooFar) return { changes: [], sequence: after, tooFar }
  const parts = [keyOf(document), STYLES, FACTS]
  const rows = await readLog(ctx.tx, { parts, from: after + 1, upTo: sequence, limit: MOST_BEHIND })
  const authors = await authorsAt(
    ctx.tx,
    rows.map((row) => row.sequence),
  )
  const reader = authorOf(ctx).id
  const changes = rows.map(({ sequence: at, tab, counter, commands }) => {
    const { id, name, byModel } = authors.get(at)!
    const told = parts.flatMap((part) => onPart(commands, part))
    return { sequence: at, tab, counter, by: name, byModel, own: id === reader, commands: told }
  })
  return { changes, sequence, tooFar: null }
})

export const followSite = implement(siteContract.follow, async (ctx, { key, after }) => {
  if (key !== SITE) throw new NotFoundError(`There is one site here, and it is called "${SITE}".`)
  return {
    messages: (await changesAfter(ctx.tx, after, 100)).map((one) => ({ ...one, parts: one.parts.slice(0, 20) })),
  }
})

/** Why a document cannot be read, and what helps. */
export async function whyGone(ctx: Ctx, ref: DocumentRef): Promise<string> {
  const known = await lastChangeOf(ctx.tx, keyOf(ref))
  const type = ref.type === "visualComponent" ? "component" : ref.type
  const name = `${type} ${ref.id}`
  return known
    ? `The ${known.title ? `${type} "${known.title}"` : name} was deleted. Restore a version of it from its history, or choose another document.`
    : `There is no ${name}. List the documents to find the right one.`
}

function whyTooFar(behind: number): string | null {
  if (behind < 0)
    return "This page knows of changes that the server does not have. Open the document again; what is not sent yet can be sent then."
  if (behind <= MOST_BEHIND) return null
  return `This page is ${behind} changes behind, more than are told one by one. Open the document again; what is not sent yet can be sent then.`
}

export const openFacts = implement(siteContract.openFacts, async (ctx) => {
  const sequence = await sequenceOf(ctx.tx)
  const { part } = await loadPart(ctx, FACTS, sequence)
  return { sequence, facts: copied(part.facts) }
})

/** What the library calls readonly, the schema does not. */
export function copied<T>(value: T): Writable<T> {
  return value as Writable<T>
}
type Writable<T> = T extends readonly [infer A, infer B]
  ? [A, B]
  : T extends readonly (infer Item)[]
    ? Writable<Item>[]
    : T extends object
      ? { -readonly [Key in keyof T]: Writable<T[Key]> }
      : T
