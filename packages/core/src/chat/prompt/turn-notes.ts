import { randomUUID } from "node:crypto"
import type { Caller } from "../../access/ctx.ts"
import type { TurnAsk, TurnNotes } from "../../access/points/assistant.ts"
import type { RegisteredPlugin, Runtime } from "../../access/runtime.ts"
import type { Principal } from "../../identity/principal/principal.ts"
import { hearChanges } from "../../signals/changes.ts"
import type { Signals } from "../../signals/signals.ts"
import { classOf, type ReadWords } from "../../tools/whose-words.ts"

export interface GatheredNotes {
  skill: NonNullable<TurnNotes["skill"]> | null
  data: NonNullable<TurnNotes["data"]>
}

/** What plugins have to say before a turn. One that fails costs its own notes only. */
export async function gatherNotes(caller: Caller, ask: TurnAsk): Promise<GatheredNotes> {
  const answers = await Promise.all(caller.runtime.plugins.map((plugin) => notesOf(plugin, caller, ask)))
  return {
    skill: answers.find(({ skill }) => skill)?.skill ?? null,
    data: answers.flatMap(({ data }) => data ?? []),
  }
}

/** Has this server ask again as soon as what an answer rests on has changed, here or on another one. */
export function watchNotes(runtime: Runtime, signals: Signals): void {
  const { kept } = shelf(runtime)
  const forget = (resource: string | null) => {
    shelf(runtime).generation++
    for (const [key, { restsOn }] of kept) if (resource === null || restsOn.includes(resource)) kept.delete(key)
  }
  hearChanges(signals, ({ resource }) => forget(resource), { atOnce: true })
  signals.onGap(() => forget(null))
}

async function notesOf({ id, assistant }: RegisteredPlugin, caller: Caller, ask: TurnAsk): Promise<TurnNotes> {
  if (!assistant?.context) return {}
  const known = shelf(caller.runtime)
  const key = [id, questionOf(caller.principal, ask)].join()
  const entry = known.kept.get(key)
  if (entry && entry.until > performance.now()) return entry.notes
  const { generation } = known
  // Counted from before the read: what it read may have changed right after.
  const until = performance.now() + KEPT_MS
  try {
    const notes = await judged(id, caller, await assistant.context(caller, ask))
    // News that came meanwhile may be news about this.
    if (notes.restsOn && known.generation === generation) keep(known, key, { notes, restsOn: notes.restsOn, until })
    return notes
  } catch (error) {
    caller.runtime.log.warn("What a plugin knows was left out of a turn.", { plugin: id, error: String(error) })
    return {}
  }
}

/** Each note with whose words it repeats. Who cannot be asked about is not believed. */
async function judged(plugin: string, { runtime, principal }: Caller, notes: TurnNotes): Promise<TurnNotes> {
  if (!notes.data?.some(({ quotes }) => quotes)) return notes
  const source = { toolName: `${plugin}.context`, toolCallId: randomUUID(), at: runtime.now().toISOString() }
  const data = notes.data.map(async ({ quotes, ...note }) => {
    if (!quotes) return note
    const read = await classOf({ ...runtime, principal }, quotes).catch((): ReadWords => ({ class: "outside" }))
    return read.class === "own" ? note : { ...note, outside: { ...source, ...read, class: read.class } }
  })
  return { ...notes, data: await Promise.all(data) }
}

/** All that an answer that may be kept may depend on, besides what it rests on. */
function questionOf(principal: Principal, { scope, skillId, snapshot }: TurnAsk): string {
  const { kind, id } = principal
  return [kind, id, rightsOf(principal), scope, skillId, snapshot?.thing?.type, snapshot?.thing?.id].join()
}

const rights = new WeakMap<Principal, string>()

function rightsOf(principal: Principal): string {
  const known = rights.get(principal)
  if (known !== undefined) return known
  const text = [...principal.rules].sort().join("+")
  rights.set(principal, text)
  return text
}

interface Kept {
  notes: TurnNotes
  restsOn: readonly string[]
  until: number
}

interface Shelf {
  generation: number
  readonly kept: Map<string, Kept>
}

/** However badly signals travel, a note that was changed is not told for longer than this. */
const KEPT_MS = 60_000
const MOST_KEPT = 1_000

const shelves = new WeakMap<Runtime, Shelf>()

function shelf(runtime: Runtime): Shelf {
  const known = shelves.get(runtime) ?? { generation: 0, kept: new Map() }
  shelves.set(runtime, known)
  return known
}

function keep({ kept }: Shelf, key: string, entry: Kept): void {
  kept.delete(key)
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value!)
  kept.set(key, entry)
}
