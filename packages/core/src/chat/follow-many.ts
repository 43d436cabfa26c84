import type { Database } from "../db/database.ts"
import type { Signals } from "../signals/signals.ts"
import type { TurnHub } from "./turn-hub.ts"
import { findRunningTurns } from "./turn-store.ts"

/** Told that a turn of this conversation began or ended. */
export const CONVERSATION_CHANNEL = "conversation"

export interface Watched {
  conversationId: string
  /** The turn the reader knows, and the last event it has seen of it. */
  turnId: string | null
  lastSeq: number
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
  const states = new Map(watched.map((one) => [one.conversationId, { ...one, leave: null as (() => void) | null }]))
  let closed = false

  function follow(conversationId: string, turnId: string, after: number): void {
    const state = states.get(conversationId)
    if (!state || closed) return
    state.leave?.()
    state.turnId = turnId
    const head = `data: {"conversationId":"${conversationId}","turnId":"${turnId}",`
    const left = hub.follow(turnId, after, {
      take: (firstSeq, lines) => tell(`${head}"seq":${firstSeq},"events":[${lines.join(",")}]}\n\n`),
      ended(ended) {
        if (state.turnId === turnId) state.leave = null
        tell(`${head}"ended":"${ended}"}\n\n`)
        // The next one may have begun before this one's end was heard of.
        void look([conversationId])
      },
    })
    state.leave = left
  }

  async function look(conversationIds: readonly string[]): Promise<void> {
    if (closed || conversationIds.length === 0) return
    const running = await findRunningTurns(database, conversationIds).catch(() => [])
    for (const { id, conversationId } of running) {
      const state = states.get(conversationId)
      if (state && !(state.turnId === id && state.leave)) follow(conversationId, id, 0)
    }
  }

  const unsubscribe = signals.subscribe(CONVERSATION_CHANNEL, (conversationId) => {
    if (states.has(conversationId)) void look([conversationId])
  })
  const offGap = signals.onGap(() => void look([...states.keys()]))
  for (const { conversationId, turnId, lastSeq } of watched) if (turnId) follow(conversationId, turnId, lastSeq)
  void look(watched.filter(({ turnId }) => !turnId).map(({ conversationId }) => conversationId))

  return () => {
    closed = true
    unsubscribe()
    offGap()
    for (const { leave } of states.values()) leave?.()
  }
}
