import type { Database } from "../../db/database.ts"
import type { Log } from "../../log.ts"
import type { Masking } from "../../secrets/mask/mask.ts"
import type { Signals } from "../../signals/signals.ts"
import { createTurnFollowing, type Follower } from "./follow-turn.ts"
import { createTurnWriter, type LiveTurn } from "./turn-writer.ts"

export type { Follower } from "./follow-turn.ts"
export type { LiveTurn } from "./turn-writer.ts"

/** The turns this pod runs, and everybody's way to follow and stop any turn. */
export interface TurnHub {
  open(turn: { turnId: string; conversationId: string; answerId: string }): LiveTurn
  /** From any pod. Call the answer to stop hearing. */
  follow(turnId: string, after: number, follower: Follower): () => void
  /** Wherever it runs. */
  stop(turnId: string): void
  readonly running: number
  ids(): string[]
  /** What the database says of the turns this pod was running when it was asked. */
  compare(asked: readonly string[], stored: readonly { id: string; stopAsked: boolean }[]): void
  /** Another pod's turn was closed by this one. */
  tellClosed(turnId: string): void
  /** No turn is begun any more. */
  readonly closing: boolean
  /** Gives running turns this long, then closes them as interrupted. */
  close(graceMs: number): Promise<void>
}

const STOP_CHANNEL = "turn-stop"

export function createTurnHub(options: {
  database: Database
  signals: Signals
  log: Log
  pod: string
  masking: Masking
  flushMs?: number
}): TurnHub {
  const { signals } = options
  let closing = false
  const writer = createTurnWriter({
    ...options,
    onLogged: (turnIds) => following.tellLogged(turnIds),
    onEnded: (turnId) => following.tellEnded(turnId),
  })
  const following = createTurnFollowing({ ...options, find: writer.find })
  signals.subscribe(STOP_CHANNEL, (turnId) => writer.abort(turnId, "stopped"))

  return {
    open: writer.open,
    follow: following.follow,
    ids: writer.ids,
    tellClosed: following.tellEnded,
    get running() {
      return writer.ids().length
    },
    get closing() {
      return closing
    },
    stop(turnId) {
      writer.abort(turnId, "stopped")
      signals.publish(STOP_CHANNEL, [turnId])
    },
    compare(asked, stored) {
      const found = new Map(stored.map((turn) => [turn.id, turn]))
      for (const turnId of asked) {
        const turn = found.get(turnId)
        if (!turn) writer.lose(turnId)
        else if (turn.stopAsked) writer.abort(turnId, "stopped")
      }
    },
    close(graceMs) {
      closing = true
      return writer.close(graceMs)
    },
  }
}
