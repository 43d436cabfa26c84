import type { TurnEvent, TurnState } from "../../contract/chat/turn-event.ts"

/** Some events of a turn; `seq` is the first one's number, and numbers count from 1. */
export interface TurnEvents {
  type: "events"
  conversationId: string
  turnId: string
  seq: number
  events: readonly TurnEvent[]
}

export interface TurnEnded {
  type: "ended"
  conversationId: string
  turnId: string
  state: Exclude<TurnState, "running">
}

export type TurnNews = TurnEvents | TurnEnded

/** How far one has come in a turn. */
export interface TurnPosition {
  turnId: string | null
  /** The number of the last event taken. */
  seq: number
}

/**
 * What is new in a delivery, whatever of it was delivered before. Null: something between is missing, which only
 * asking again from the position can mend.
 */
export function takeFresh(position: TurnPosition, delivery: TurnEvents): readonly TurnEvent[] | null {
  const seen = position.turnId === delivery.turnId ? position.seq : 0
  if (delivery.seq > seen + 1) return null
  return delivery.events.slice(seen + 1 - delivery.seq)
}
