import type { ChangeNews } from "../contract/news.ts"
import { elapsedMs } from "./elapsed.ts"
import { keepStreamOpen } from "./server-stream.ts"

/** What the server says while a page is open. */
export type LiveNews =
  | { type: "changed"; changes: readonly ChangeNews[] }
  /** What was read longer ago than this may be out of date without anybody having told. */
  | { type: "gap"; agoMs: number }
  /** The session behind the connection is over. */
  | { type: "signed-out" }
  | { type: "connected"; connected: boolean }

export const EVENTS_ADDRESS = "/api/v1/events"

/** The server's news of changes, over one connection that is renewed until it is stopped. */
export function openEventStream(tell: (news: LiveNews) => void, address = EVENTS_ADDRESS): () => void {
  // Everything that changed until then was told.
  let toldUntil = Number.NEGATIVE_INFINITY
  let isOpen = false
  return keepStreamOpen({
    address: () => address,
    opened: () => tell({ type: "connected", connected: true }),
    event(name, data) {
      if (name === "changed") tellChange(tell, data)
      if (name === "complete") tellGap(data)
    },
    heard() {
      if (isOpen) toldUntil = elapsedMs()
    },
    lost() {
      isOpen = false
      tell({ type: "connected", connected: false })
    },
    signedOut() {
      tell({ type: "signed-out" })
      return false
    },
  })

  function tellGap(data: string): void {
    const { withinMs } = JSON.parse(data) as { withinMs?: unknown }
    if (typeof withinMs !== "number") return
    if (isOpen || elapsedMs() - withinMs > toldUntil - ON_THEIR_WAY_MS) tell({ type: "gap", agoMs: withinMs })
    isOpen = true
  }
}

// What the server gathers before it tells, and what was told into a connection that was cut.
const ON_THEIR_WAY_MS = 2_000

function tellChange(tell: (news: LiveNews) => void, data: string): void {
  const { changes } = JSON.parse(data) as { changes?: unknown }
  if (Array.isArray(changes)) tell({ type: "changed", changes: changes.filter(isChange) })
}

function isChange(change: Partial<ChangeNews> | null): change is ChangeNews {
  return typeof change?.resource === "string" && typeof change.ageMs === "number"
}
