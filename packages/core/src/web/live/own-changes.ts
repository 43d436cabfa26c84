import { newsDigest } from "../../contract/news.ts"
import { elapsedMs } from "../elapsed.ts"

// News of a change comes within a second; what a page did a minute ago nobody asks for any more.
const MOST_KEPT = 100

/** By its digest: since when this page knows of a change that is told with its cause. */
const known = new Map<string, number>()

/** The server answered a change of this page, under this correlation id. Tells since when the page knows of it. */
export function noteAnswered(correlationId: string | null): number {
  return correlationId === null ? elapsedMs() : knownSince(newsDigest(correlationId), elapsedMs())
}

/** Since when this page knows of a change: reads that began later have it. `now` unless it has heard of it before. */
export function knownSince(cause: string, now: number): number {
  const since = Math.min(known.get(cause) ?? now, now)
  known.delete(cause)
  known.set(cause, since)
  const [oldest] = known.keys()
  if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest)
  return since
}
