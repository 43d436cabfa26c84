import { keepStreamOpen } from "./server-stream.ts"

/** What the server says while a page is open. */
export type LiveNews =
  | { type: "changed"; resources: readonly string[] }
  /** Nobody listened for a while: anything may have changed. */
  | { type: "gap" }
  /** The session behind the connection is over. */
  | { type: "signed-out" }
  | { type: "connected"; connected: boolean }

export const EVENTS_ADDRESS = "/api/v1/events"

/** The server's news of changes, over one connection that is renewed until it is stopped. */
export function openEventStream(tell: (news: LiveNews) => void, address = EVENTS_ADDRESS): () => void {
  return keepStreamOpen({
    address: () => address,
    opened() {
      tell({ type: "connected", connected: true })
      // Also the first time: the page may have read what it shows before anybody listened for changes of it.
      tell({ type: "gap" })
    },
    event: (name, data) => name === "changed" && tellChange(tell, data),
    lost: () => tell({ type: "connected", connected: false }),
    signedOut() {
      tell({ type: "signed-out" })
      return false
    },
  })
}

function tellChange(tell: (news: LiveNews) => void, data: string): void {
  const { resources } = JSON.parse(data) as { resources?: unknown }
  if (Array.isArray(resources)) tell({ type: "changed", resources: resources.map(String) })
}
