import { ConflictError, type Ctx, InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import { type SiteCommand, siteContract } from "../contract.ts"
import { type DocumentRef, keyOf, pageAt, type SiteDocument, type SiteFacts } from "../document.ts"
import { appendCommands } from "./append.ts"
import { compareDocuments } from "./compare-documents.ts"
import { compareFacts } from "./compare-facts.ts"
import { describeCommands } from "./describe-commands.ts"
import { loadPart } from "./load-part.ts"
import { presentAmong } from "./part-store.ts"
import { FACTS, flatten, onPart } from "./parts.ts"
import { whyGone } from "./read-documents.ts"
import { factsBack } from "./restore-facts.ts"
import { historyOf, lockSite, sequenceOf } from "./site-store.ts"
import { contentOf } from "./stored-part.ts"

export const listHistory = implement(siteContract.listHistory, async (ctx, { document, before, limit }) => {
  const part = document ? keyOf(document) : FACTS
  const rows = await historyOf(ctx.tx, part, { before: before ?? Number.MAX_SAFE_INTEGER, limit: limit + 1 })
  if (document && rows.length === 0 && before === undefined) throw new NotFoundError(await whyGone(ctx, document))
  const shown = rows.slice(0, limit)
  const changes = shown.map(({ sequence, at, by, commands }) => ({
    sequence,
    at,
    by,
    what: describeCommands(onPart(commands, part)),
  }))
  return { changes, next: rows.length > shown.length ? shown.at(-1)!.sequence : null }
})

const MOST_DIFFERENCES = 500

export const compareVersions = implement(siteContract.compareVersions, async (ctx, { document, from, to }) => {
  const current = await sequenceOf(ctx.tx)
  for (const sequence of [from, to]) demandHappened(sequence, current)
  if (!document) return compareFacts(await factsAt(ctx, from), await factsAt(ctx, to))
  const before = await documentAt(ctx, document, from)
  const after = await documentAt(ctx, document, to)
  if (!before && !after)
    throw new NotFoundError(`There was no such document at ${from} and none at ${to}. Look into its history.`)
  const { title, changes } = compareDocuments(before, after)
  return { title, changes: changes.slice(0, MOST_DIFFERENCES), left: Math.max(0, changes.length - MOST_DIFFERENCES) }
})

/** What is there now goes, what was there then comes: nodes keep their ids, so nobody's place in it is lost. */
export const restoreVersion = implement(siteContract.restoreVersion, async (ctx, { document: ref, sequence }) => {
  const current = await lockSite(ctx.tx)
  demandHappened(sequence, current)
  if (!ref) return restoreFacts(ctx, sequence, current)
  const then = await documentAt(ctx, ref, sequence)
  if (!then) throw new NotFoundError(`The document was not there at ${sequence}. Choose a version from its history.`)
  const now = await documentAt(ctx, ref, current)
  const commands: SiteCommand[] = [
    ...(now ? [{ type: "document.remove" as const, document: ref }] : []),
    ...flatten({ type: "document.add", document: ref, content: contentOf(then) }),
    ...(now ? [] : await factsThen(ctx, ref, [sequence, current])),
  ]
  const restored = await appendCommands(ctx, commands)
  if (!restored.ok) throw new ConflictError(restored.reason)
  ctx.audit({
    thing: { id: keyOf(ref), name: then.title },
    before: now ? { ...ref, title: now.title, sequence: current } : null,
    after: { ...ref, title: then.title, sequence },
  })
  return { sequence: restored.sequence }
})

/** Addresses, settings, tokens, templates and redirects, as one change. */
async function restoreFacts(ctx: Ctx, sequence: number, current: number) {
  const [now, then] = [await factsAt(ctx, current), await factsAt(ctx, sequence)]
  const keys = [
    ...Object.keys({ ...now.pages, ...then.pages }).map((id) => `page:${id}`),
    ...Object.keys(then.templates).map((id) => `template:${id}`),
  ]
  const present = await presentAmong(ctx.tx, keys)
  const { commands, notes } = factsBack(now, then, (key) => present.has(key))
  if (commands.length === 0)
    throw new ConflictError("Nothing of it is different now, as far as it can be brought back.")
  const restored = await appendCommands(ctx, flatten({ type: "group", commands }))
  if (!restored.ok) throw new ConflictError(restored.reason)
  ctx.audit({
    thing: { id: FACTS, name: "Settings, tokens and addresses of the site" },
    before: { sequence: current },
    after: { sequence },
  })
  return { sequence: restored.sequence, ...(notes.length > 0 && { notes: [...notes] }) }
}

async function documentAt(ctx: Ctx, ref: DocumentRef, sequence: number): Promise<SiteDocument | null> {
  const { part } = await loadPart(ctx, keyOf(ref), sequence)
  return part.documents.get(keyOf(ref)) ?? null
}

/** A document that was deleted comes back with what was known of it, as far as nobody else has its address now. */
async function factsThen(
  ctx: Ctx,
  { type, id }: DocumentRef,
  [past, current]: readonly [number, number],
): Promise<SiteCommand[]> {
  const then = await factsAt(ctx, past)
  const now = await factsAt(ctx, current)
  if (type === "template") {
    const known = Object.hasOwn(then.templates, id) ? then.templates[id]! : null
    return known ? flatten({ type: "template.set", template: id, facts: known }) : []
  }
  if (type !== "page" || !Object.hasOwn(then.pages, id)) return []
  const { address, ...rest } = then.pages[id]!
  const free = address !== undefined && pageAt(now, address) === null
  const set = free ? { ...rest, address } : rest
  return Object.keys(set).length > 0 ? [{ type: "page.set", page: id, set }] : []
}

async function factsAt(ctx: Ctx, sequence: number): Promise<SiteFacts> {
  return (await loadPart(ctx, FACTS, sequence)).part.facts
}

function demandHappened(sequence: number, current: number): void {
  if (sequence > current)
    throw new InvalidInputError(`Nothing has happened at ${sequence} yet: the latest change is ${current}.`)
}
