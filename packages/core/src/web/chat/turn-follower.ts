import type { TurnEvent, TurnState } from "../../contract/chat/turn-event.ts"
import { keepStreamOpen, type StreamReader } from "../live/server-stream.ts"
import { type TurnEvents, type TurnNews, takeFresh } from "./turn-numbers.ts"

export const FOLLOW_ADDRESS = "/api/ai/chat/follow"

export interface TurnFollower {
  /** Tells the running turn from its first event on, then live, then the turns that come after it. */
  follow(conversationId: string, tell: (news: TurnNews) => void): () => void
  /** Connects afresh at the positions reached: somebody has signed in. */
  reopen(): void
}

interface Followed {
  turnId: string | null
  /** All events of the turn: whoever joins in the middle of it gets them from here. */
  events: TurnEvent[]
  ended: Exclude<TurnState, "running"> | null
  tellers: Set<(news: TurnNews) => void>
}

/** Follows any number of conversations over one connection. Every event is told once to each who follows. */
export function createTurnFollower(
  options: { open?: (reader: StreamReader) => () => void; address?: string } = {},
): TurnFollower {
  const { open = keepStreamOpen, address = FOLLOW_ADDRESS } = options
  const followed = new Map<string, Followed>()
  let close: (() => void) | null = null
  let reopening: ReturnType<typeof setTimeout> | null = null

  const reader: StreamReader = {
    address: () => `${address}?${[...followed].map(([id, state]) => `c=${positionOf(id, state)}`).join("&")}`,
    opened() {},
    lost() {},
    signedOut: () => true,
    event(_, data) {
      const frame = parseFrame(data)
      if (!frame) return
      if (frame.type === "ended") takeEnd(frame.conversationId, frame.turnId, frame.state)
      else takeEvents(frame)
    },
  }

  function takeEvents(frame: TurnEvents): void {
    const state = followed.get(frame.conversationId)
    if (!state) return
    // A server that tells the end of a turn twice may also tell its events again.
    if (state.ended && state.turnId === frame.turnId) return
    const fresh = takeFresh({ turnId: state.turnId, seq: state.events.length }, frame)
    if (!fresh) {
      reopen(MEND_MS)
      return
    }
    if (state.turnId !== frame.turnId) Object.assign(state, { turnId: frame.turnId, events: [], ended: null })
    if (fresh.length === 0) return
    const seq = state.events.length + 1
    state.events.push(...fresh)
    for (const tell of state.tellers) tell({ ...frame, seq, events: fresh })
  }

  function takeEnd(conversationId: string, turnId: string, ended: Exclude<TurnState, "running">): void {
    const state = followed.get(conversationId)
    if (!state || (state.turnId === turnId && state.ended)) return
    // Of a turn that nobody here saw beginning: the stored messages have it all.
    if (state.turnId !== turnId) Object.assign(state, { turnId, events: [] })
    state.ended = ended
    for (const tell of state.tellers) tell({ type: "ended", conversationId, turnId, state: ended })
  }

  function reopen(afterMs = 0): void {
    if (reopening) return
    reopening = setTimeout(() => {
      reopening = null
      close?.()
      close = followed.size > 0 ? open(reader) : null
    }, afterMs)
  }

  return {
    follow(conversationId, tell) {
      const known = followed.get(conversationId)
      const state = known ?? { turnId: null, events: [], ended: null, tellers: new Set() }
      state.tellers.add(tell)
      if (known) replay(conversationId, known, tell)
      else {
        followed.set(conversationId, state)
        // Not at once: a page that goes from one conversation to another changes the set twice.
        reopen()
      }
      return () => {
        state.tellers.delete(tell)
        if (state.tellers.size > 0 || followed.get(conversationId) !== state) return
        followed.delete(conversationId)
        if (followed.size === 0) reopen()
      }
    },
    reopen: () => reopen(),
  }
}

// A hole is the server's fault, and asking again at once could find it again.
const MEND_MS = 500

function replay(conversationId: string, { turnId, events, ended }: Followed, tell: (news: TurnNews) => void): void {
  if (turnId === null) return
  if (events.length > 0) tell({ type: "events", conversationId, turnId, seq: 1, events: [...events] })
  if (ended) tell({ type: "ended", conversationId, turnId, state: ended })
}

function positionOf(conversationId: string, { turnId, events, ended }: Followed): string {
  const reached = turnId && !ended ? `${turnId}:${events.length}` : "-:0"
  return `${encodeURIComponent(conversationId)}:${reached}`
}

function parseFrame(data: string): TurnNews | null {
  const frame = JSON.parse(data) as Partial<TurnEvents> & { ended?: Exclude<TurnState, "running"> }
  const { conversationId, turnId, seq, events, ended } = frame
  if (typeof conversationId !== "string" || typeof turnId !== "string") return null
  if (ended) return { type: "ended", conversationId, turnId, state: ended }
  if (typeof seq !== "number" || !Array.isArray(events)) return null
  return { type: "events", conversationId, turnId, seq, events }
}
