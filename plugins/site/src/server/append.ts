import { randomUUID } from "node:crypto"
import { authorOf, type Ctx, type ThingRef } from "@countersign/core/server"
import { type BatchAnswer, documentAccess, MOST_BEHIND, SITE, type SiteCommand, siteChanged } from "../contract.ts"
import {
  type Applied,
  apply,
  type Command,
  guardBySettings,
  keyOf,
  type Refused,
  type Shifting,
  type Site,
} from "../document.ts"
import { keepLater, type LoadedPart, loadPart } from "./load-part.ts"
import { presentAmong, updatePart } from "./part-store.ts"
import { FACTS, flatten, joinParts, type PartKey, partsOf, takePart } from "./parts.ts"
import { whyNotFromTab } from "./reserved-commands.ts"
import { shiftingAfter } from "./shift-splices.ts"
import { type Appended, appendToLog, lockSite, noteAuthor, readLog, setSequence } from "./site-store.ts"
import { answersBefore, keepRefusals } from "./tab-store.ts"
import { writtenBy } from "./whose-words.ts"

export interface SentBatch {
  readonly counter: number
  readonly commands: readonly SiteCommand[]
}

/** The batches of a tab, each judged on the site as those before it left it, each answered. */
export async function appendBatches(
  ctx: Ctx,
  { tab, seen, batches }: { tab: string; seen: number; batches: readonly SentBatch[] },
): Promise<{ answers: BatchAnswer[]; sequence: number }> {
  const draft = await openSite(
    ctx,
    batches.flatMap(({ commands }) => commands),
  )
  const counters = batches.map(({ counter }) => counter)
  const known = await answersBefore(ctx.tx, tab, counters)
  const own = new Map(batches.map(({ counter, commands }) => [counter, commands]))
  const shifting = await shiftingSince(ctx, draft, { tab, seen, own })
  const refusals: { counter: number; reason: string }[] = []
  for (const { counter, commands } of batches) {
    if (known.has(counter)) continue
    const reserved = whyNotFromTab(commands)
    const judged = reserved
      ? { ok: false as const, reason: reserved }
      : shifting
        ? draft.judge(shifting.shift(commands), { tab, counter })
        : commands.some(({ type }) => type === "spliceText")
          ? { ok: false as const, reason: tooFarToType(draft.sequence() - seen) }
          : draft.judge(commands, { tab, counter })
    if (judged.ok) known.set(counter, { accepted: true, counter, sequence: judged.sequence, notes: [...judged.notes] })
    else {
      refusals.push({ counter, reason: judged.reason })
      known.set(counter, { accepted: false, counter, reason: judged.reason })
    }
  }
  if (refusals.length > 0) await keepRefusals(ctx.tx, tab, refusals)
  await draft.write()
  return { answers: counters.map((counter) => known.get(counter)!), sequence: draft.sequence() }
}

/** Commands of a verb: they happen as a whole, or the reason is answered. */
export async function appendCommands(
  ctx: Ctx,
  commandsFor: readonly SiteCommand[],
  copiedFrom: readonly ThingRef[] = [],
): Promise<{ ok: true; sequence: number } | { ok: false; reason: string }> {
  const draft = await openSite(ctx, commandsFor)
  const judged = draft.judge(commandsFor, null)
  if (!judged.ok) return judged
  await draft.write(copiedFrom)
  // An open editor hears of every command by itself, and its own are too many; lists and previews read again after a verb.
  const parts = partsOf(commandsFor)
  // Styles and facts show on every page.
  ctx.signal(documentAccess.read.resource, parts.every((part) => DOCUMENT.test(part)) ? parts : undefined)
  return { ok: true, sequence: judged.sequence }
}

const DOCUMENT = /^(?:page|template|visualComponent):/

interface SiteDraft {
  readonly before: number
  readonly parts: readonly PartKey[]
  sequence(): number
  judge(
    commands: readonly SiteCommand[],
    sent: { tab: string; counter: number } | null,
  ): { ok: true; sequence: number; notes: readonly string[] } | { ok: false; reason: string }
  /** What was copied stays the words of those who wrote it. */
  write(copiedFrom?: readonly ThingRef[]): Promise<void>
}

/** The site as it is now and stays until the transaction ends, with the parts that these commands are about. */
async function openSite(ctx: Ctx, commands: readonly SiteCommand[]): Promise<SiteDraft> {
  const before = await lockSite(ctx.tx)
  // The facts say which hosts are allowed, and which addresses a document leaves when it goes.
  const keys = [...new Set([...partsOf(commands), FACTS])]
  const present = await presentAmong(ctx.tx, describedBy(commands))
  const loaded = new Map<PartKey, LoadedPart>()
  for (const key of keys) loaded.set(key, await loadPart(ctx, key, before))
  let site: Site = joinParts(new Map([...loaded].map(([key, { part }]) => [key, part])))
  const author = authorOf(ctx)
  const added: Appended[] = []
  return {
    before,
    parts: keys,
    sequence: () => before + added.length,
    judge(asked, sent) {
      const { commands: whole, applied } = judgeWhole(site, asked, present)
      if (!applied.ok) return applied
      site = applied.site
      for (const { ref } of site.documents.values()) present.add(keyOf(ref))
      for (const command of whole) if (command.type === "document.remove") present.delete(keyOf(command.document))
      for (const command of whole) if (command.type === "document.add") present.add(keyOf(command.document))
      const sequence = before + added.length + 1
      added.push({
        sequence,
        mark: randomUUID(),
        tab: sent?.tab ?? null,
        counter: sent?.counter ?? null,
        authorId: author.id,
        turn: ctx.byModel ? (ctx.turnId ?? ctx.correlationId) : null,
        commands: settled(whole, applied.inverse),
        inverse: flatten(applied.inverse),
        notes: applied.notes,
        parts: partsOf(whole),
      })
      return { ok: true, sequence, notes: applied.notes }
    },
    async write(copiedFrom = []) {
      if (added.length === 0) return
      await noteAuthor(ctx.tx, author)
      await appendToLog(ctx.tx, added)
      for (const key of keys) {
        const rows = added.filter(({ parts }) => parts.includes(key))
        const last = rows.at(-1)
        if (!last) continue
        const part = takePart(site, key)
        await updatePart(ctx.tx, { key, part, sequence: last.sequence, rows: rows.length })
        keepLater(ctx, key, { ...loaded.get(key)!, part, sequence: last.sequence, mark: last.mark })
      }
      await setSequence(ctx.tx, before + added.length)
      ctx.wrote(writtenBy(added.flatMap(({ commands }) => commands)), copiedFrom)
      for (const { sequence, parts } of added)
        ctx.tell(siteChanged, SITE, { sequence, parts: parts.slice(0, MOST_PARTS_TOLD) })
    },
  }
}

/** With what a document leaves behind when it goes: nobody could use its address any more. */
function judgeWhole(
  site: Site,
  asked: readonly SiteCommand[],
  present: ReadonlySet<PartKey>,
): { commands: readonly SiteCommand[]; applied: Applied | Refused } {
  const applied = apply(site, { type: "group", commands: asked }, guardBySettings)
  if (!applied.ok) return { commands: asked, applied }
  const { documents, facts } = applied.site
  const gone = new Set(
    asked.flatMap((command) => {
      const key = command.type === "document.remove" ? keyOf(command.document) : null
      return key !== null && !documents.has(key) ? [key] : []
    }),
  )
  for (const key of describedBy(asked)) {
    const [type, id] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)]
    const described = Object.hasOwn(type === "page" ? facts.pages : facts.templates, id)
    if (described && !documents.has(key) && (gone.has(key) || !present.has(key))) {
      const reason = `There is no ${type} ${id}. It may have been deleted; list the documents again.`
      return { commands: asked, applied: { ok: false, reason } }
    }
  }
  const left = [...gone].flatMap((key): SiteCommand[] => {
    const id = key.slice(key.indexOf(":") + 1)
    if (key.startsWith("page:") && Object.hasOwn(facts.pages, id)) {
      const set = Object.fromEntries(Object.keys(facts.pages[id]!).map((name) => [name, null]))
      return [{ type: "page.set", page: id, set }]
    }
    const described = key.startsWith("template:") && Object.hasOwn(facts.templates, id)
    return described ? [{ type: "template.set", template: id, facts: null }] : []
  })
  if (left.length === 0) return { commands: asked, applied }
  const commands = [...asked, ...left]
  return { commands, applied: apply(site, { type: "group", commands }, guardBySettings) }
}

/** The documents whose facts these commands set. */
function describedBy(commands: readonly SiteCommand[]): PartKey[] {
  const keys = commands.flatMap((command) => {
    if (command.type === "page.set") return [`page:${command.page}`]
    return command.type === "template.set" && command.facts !== null ? [`template:${command.template}`] : []
  })
  return [...new Set(keys)]
}

/** A key has at most 76 characters, and a message 2 KB. */
const MOST_PARTS_TOLD = 20

/**
 * As it happened: a text that was merged is told with the text that came of it. Segmenters differ from one engine to the
 * next, and every tab has to end with the same words.
 */
function settled(commands: readonly SiteCommand[], inverse: Command): SiteCommand[] {
  const inverses = inverse.type === "group" ? inverse.commands.toReversed() : [inverse]
  return commands.map((command, at) => {
    const back = inverses[at]
    if (command.type !== "setText" || back?.type !== "setText") return command
    return { ...command, text: back.base, base: back.text }
  })
}

/** Null for a tab that has not looked for too long: where its letters belong, nobody can tell any more. */
async function shiftingSince(
  ctx: Ctx,
  { before, parts }: SiteDraft,
  { tab, seen, own }: { tab: string; seen: number; own: ReadonlyMap<number, readonly SiteCommand[]> },
): Promise<Shifting | null> {
  if (before - seen > MOST_BEHIND) return null
  const rows = before > seen ? await readLog(ctx.tx, { parts, from: seen + 1, upTo: before, limit: MOST_BEHIND }) : []
  return shiftingAfter(rows, tab, own)
}

function tooFarToType(behind: number): string {
  return `This page is ${behind} changes behind, so nobody can tell where these letters belong. Open the document again and type them there.`
}
