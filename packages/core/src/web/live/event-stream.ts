import type { ChangeNews } from "../../contract/news.ts"
import { elapsedMs } from "../elapsed.ts"
import { keepStreamOpen, type StreamReader } from "./server-stream.ts"
import type { TopicNews } from "./topics.ts"

/** What the server says while a page is open. */
export type LiveNews =
  | { type: "changed"; changes: readonly ChangeNews[] }
  /** What was read longer ago than this may be out of date without anybody having told. */
  | { type: "gap"; agoMs: number }
  /** The session behind the connection is over. */
  | { type: "signed-out" }
  | { type: "connected"; connected: boolean }
  | TopicNews

export const EVENTS_ADDRESS = "/api/v1/events"

export interface EventStream {
  /** Opens the connection anew, for another address. Nothing is missed by it. */
  reopen(): void
  stop(): void
}

/**
 * The server's news, over one connection that is renewed until it is stopped. `query` is asked before every attempt: it says
 * which topics are followed, and how far one has come.
 */
export function openEventStream(
  tell: (news: LiveNews) => void,
  query: () => string = () => "",
  address = EVENTS_ADDRESS,
): EventStream {
  // Everything that changed until then was told.
  let toldUntil = Number.NEGATIVE_INFINITY
  let isOpen = false
  let reopening: ReturnType<typeof setTimeout> | undefined
  const reader: StreamReader = {
    address: () => [address, query()].filter(Boolean).join("?"),
    opened: () => tell({ type: "connected", connected: true }),
    event(name, data) {
      if (name === "changed") tellChange(tell, data)
      if (name === "complete") tellGap(data)
      if (name === "topic" || name === "topic-ended") tell({ type: name, ...JSON.parse(data) } as TopicNews)
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
  }
  let stop = keepStreamOpen(reader)

  function tellGap(data: string): void {
    const { withinMs } = JSON.parse(data) as { withinMs?: unknown }
    if (typeof withinMs !== "number") return
    if (isOpen || elapsedMs() - withinMs > toldUntil - ON_THEIR_WAY_MS) tell({ type: "gap", agoMs: withinMs })
    isOpen = true
  }

  return {
    reopen() {
      // Not at once: a page that opens follows several.
      reopening ??= setTimeout(() => {
        reopening = undefined
        isOpen = false
        stop()
        stop = keepStreamOpen(reader)
      }, GATHER_MS)
    },
    stop() {
      clearTimeout(reopening)
      stop()
    },
  }
}

const GATHER_MS = 20

// What the server gathers before it tells, and what was told into a connection that was cut.
const ON_THEIR_WAY_MS = 2_000

function tellChange(tell: (news: LiveNews) => void, data: string): void {
  const { changes } = JSON.parse(data) as { changes?: unknown }
  if (Array.isArray(changes)) tell({ type: "changed", changes: changes.filter(isChange) })
}

function isChange(change: Partial<ChangeNews> | null): change is ChangeNews {
  return typeof change?.resource === "string" && typeof change.ageMs === "number"
}
