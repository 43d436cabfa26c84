import type { Database } from "../../db/database.ts"
import type { Signals } from "../../signals/signals.ts"
import { patiently } from "./patiently.ts"
import type { TurnHub } from "./turn-hub.ts"
import { findNextTurns, findTurns, readClock } from "./turn-store.ts"

/** Told that a turn of this conversation began or ended. */
export const CONVERSATION_CHANNEL = "conversation"

export interface Watched {
  conversationId: string
  /** The turn the reader knows, and the last event it has seen of it. */
  turnId: string | null
  lastSeq: number
}

interface State extends Watched {
  /** While a turn is followed. The next one is told after its end. */
  leave: (() => void) | null
  endedTurn: string | null
}

/**
 * The turns of several conversations over one connection, running and coming ones: browsers allow six connections to
 * an origin, and a person may have more tabs than that. Answers how to stop.
 */
export function followMany(
  parts: { database: Database; signals: Signals; hub: TurnHub },
  watched: readonly Watched[],
  tell: (text: string) => void,
): () => void {
  const { database, signals, hub } = parts
  const states = new Map(
    watched.map((one): [string, State] => [one.conversationId, { ...one, leave: null, endedTurn: null }]),
  )
  let closed = false
  const opened = patiently(() => readClock(database)).catch(() => null)

  const unsubscribe = signals.subscribe(CONVERSATION_CHANNEL, (conversationId) => {
    if (states.has(conversationId)) void look([conversationId])
  })
  const offGap = signals.onGap(() => void look([...states.keys()]))
  void goOn()

  return () => {
    closed = true
    unsubscribe()
    offGap()
    for (const { leave } of states.values()) leave?.()
  }

  /** With the turns the reader was in the middle of; one that is not of its conversation tells nothing. */
  async function goOn(): Promise<void> {
    const known = [...states.values()].filter(({ turnId }) => turnId !== null)
    const ids = known.map(({ turnId }) => turnId!)
    const found =
      known.length === 0 ? [] : await patiently(() => findTurns(database, ids, [...states.keys()])).catch(() => [])
    if (closed) return
    for (const state of known) {
      const { conversationId, turnId, leave } = state
      if (leave || !turnId) continue
      if (found.some((turn) => turn.id === turnId && turn.conversationId === conversationId)) follow(state, turnId)
      else {
        state.turnId = null
        tell(`${headOf(conversationId, turnId)}"ended":"gone"}\n\n`)
      }
    }
    await look([...states.values()].filter(({ leave }) => !leave).map(({ conversationId }) => conversationId))
  }

  /** For the one after the turn that was told last: it may have ended before anybody looked. */
  async function look(conversationIds: readonly string[]): Promise<void> {
    const since = await opened
    const asked = conversationIds.map((id) => states.get(id)!).filter(({ leave }) => !leave)
    if (closed || asked.length === 0) return
    const after = asked.map(({ conversationId, endedTurn }) => ({ conversationId, turnId: endedTurn }))
    const next = await patiently(() => findNextTurns(database, after, since)).catch(() => [])
    if (closed) return
    for (const { id, conversationId } of next) {
      const state = states.get(conversationId)!
      if (!state.leave && state.endedTurn !== id) follow(state, id)
    }
  }

  function follow(state: State, turnId: string): void {
    const { conversationId } = state
    const after = state.turnId === turnId ? state.lastSeq : 0
    state.turnId = turnId
    const head = headOf(conversationId, turnId)
    state.leave = hub.follow(turnId, after, {
      take: (firstSeq, lines) => tell(`${head}"seq":${firstSeq},"events":[${lines.join(",")}]}\n\n`),
      ended(ended) {
        state.leave = null
        state.endedTurn = turnId
        tell(`${head}"ended":"${ended}"}\n\n`)
        // The next one may have begun before this one's end was heard of.
        void look([conversationId])
      },
    })
  }
}

function headOf(conversationId: string, turnId: string): string {
  return `data: {"conversationId":"${conversationId}","turnId":"${turnId}",`
}
