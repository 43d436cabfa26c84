import type { Ctx, Tx } from "@countersign/core/server"
import { apply, emptySite } from "../document.ts"
import { latestOf, SNAPSHOT_EVERY, snapshotOf } from "./part-store.ts"
import { onPart, type Part, type PartKey } from "./parts.ts"
import { type LogRow, readLog } from "./site-store.ts"
import { readStoredPart } from "./stored-part.ts"

export interface LoadedPart {
  readonly part: Part
  /** Of the last row that changed it, and its mark; 0 before the first. */
  readonly sequence: number
  readonly mark: string | null
  readonly notes: readonly string[]
  /** How many rows of the log were read. */
  readonly read: number
}

/** Twice what may stand behind a snapshot: one call can append many rows before the next one is made. */
const MOST_TAIL = 2 * SNAPSHOT_EVERY

/** A part as it was at a sequence: from memory if that still holds, else from a snapshot, and the rows behind it. */
export async function loadPart(ctx: Ctx, key: PartKey, upTo: number): Promise<LoadedPart> {
  const known = keptParts(ctx).get(key)
  // A version of long ago is read for once.
  if (known && known.sequence > upTo) return loadStored(ctx.tx, key, upTo)
  const loaded = (known && (await continueFrom(ctx.tx, key, known, upTo))) ?? (await loadStored(ctx.tx, key, upTo))
  if (loaded.sequence !== known?.sequence || loaded.mark !== known.mark) keepLater(ctx, key, loaded)
  return loaded
}

/** Several of them as they are now. Those that memory has are looked at by one statement, however many there are. */
export async function loadParts(ctx: Ctx, keys: readonly PartKey[], current: number): Promise<Map<PartKey, Part>> {
  const latest = await latestOf(ctx.tx, keys)
  const parts = new Map<PartKey, Part>()
  for (const key of keys) {
    const last = latest.get(key)
    const known = last && keptParts(ctx).get(key)
    const holds = known && known.sequence === last.sequence && known.mark === last.mark && last.sequence <= current
    parts.set(key, holds ? known.part : (await loadPart(ctx, key, current)).part)
  }
  return parts
}

/** Only what was committed is kept: a change that is rolled back never happened. */
export function keepLater(ctx: Ctx, key: PartKey, loaded: LoadedPart): void {
  ctx.afterCommit(() => keptParts(ctx).set(key, loaded))
}

/** Null where the row it ends with is another one by now, or too much has happened since. */
async function continueFrom(tx: Tx, key: PartKey, known: LoadedPart, upTo: number): Promise<LoadedPart | null> {
  const rows = await readLog(tx, { parts: [key], from: known.sequence, upTo, limit: MOST_TAIL, isKnown: true })
  const [first, ...tail] = rows
  if (first?.mark !== known.mark || rows.length === MOST_TAIL) return null
  return replay(key, known, tail)
}

export async function loadStored(tx: Tx, key: PartKey, upTo: number): Promise<LoadedPart> {
  const snapshot = await snapshotOf(tx, key, upTo)
  const start = snapshot ? await readStoredPart(snapshot.content) : { part: emptySite(), notes: [] }
  const from = snapshot?.sequence ?? 0
  // From the snapshot's own row on: its mark tells whether it is still the same.
  const rows = await readLog(tx, { parts: [key], from, upTo, limit: Number.MAX_SAFE_INTEGER, isKnown: true })
  const first = rows[0]?.sequence === from ? rows.shift() : undefined
  return replay(key, { ...start, sequence: from, mark: first?.mark ?? null, read: first ? 1 : 0 }, rows)
}

export function replay(key: PartKey, start: LoadedPart, rows: readonly LogRow[]): LoadedPart {
  let { part } = start
  const notes = [...start.notes]
  for (const { sequence, commands } of rows) {
    const applied = apply(part, { type: "group", commands: onPart(commands, key) })
    if (applied.ok) part = applied.site
    // Only where what was stored is damaged: the rest of the document is still there.
    else notes.push(`Change ${sequence} no longer fits and was left out: ${applied.reason}`)
  }
  const last = rows.at(-1) ?? start
  return { part, sequence: last.sequence, mark: last.mark, notes, read: start.read + rows.length }
}

/** What this server has in memory; whether it still holds is for whoever asks to look at. */
export function keptPart(ctx: Ctx, key: PartKey): LoadedPart | undefined {
  return keptParts(ctx).get(key)
}

interface KeptParts {
  get(key: PartKey): LoadedPart | undefined
  set(key: PartKey, loaded: LoadedPart): void
}

/** About 400 bytes each in memory (bench/site-memory), 60 MB in all: a publish of a thousand pages finds them there. */
const MOST_NODES_KEPT = 150_000

const keptBy = new WeakMap<object, KeptParts>()

/** What this server has in memory, the most recently used last. */
function keptParts({ runtime }: Ctx): KeptParts {
  const found = keptBy.get(runtime)
  if (found) return found
  const parts = new Map<PartKey, LoadedPart>()
  let nodes = 0
  const drop = (key: PartKey) => {
    const loaded = parts.get(key)
    if (!loaded) return
    nodes -= weightOf(loaded)
    parts.delete(key)
  }
  const kept: KeptParts = {
    get(key) {
      const loaded = parts.get(key)
      if (!loaded) return undefined
      parts.delete(key)
      parts.set(key, loaded)
      return loaded
    },
    set(key, loaded) {
      drop(key)
      // One that was never there is not worth remembering: anybody can ask for any.
      if (loaded.sequence === 0) return
      parts.set(key, { ...loaded, read: 0 })
      nodes += weightOf(loaded)
      for (const oldest of parts.keys()) {
        if (nodes <= MOST_NODES_KEPT || oldest === key) break
        drop(oldest)
      }
    },
  }
  keptBy.set(runtime, kept)
  return kept
}

function weightOf({ part }: LoadedPart): number {
  let weight = 10
  for (const { nodes } of part.documents.values()) weight += nodes.size
  for (const { pieces } of part.sheets) weight += pieces.length
  for (const { content } of part.scripts) weight += Math.ceil(content.length / 2_000)
  weight += Object.keys(part.facts.pages).length
  return weight
}
