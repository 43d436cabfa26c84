/** How much of what is waiting goes with one request. */
import type { Batch } from "../../../document.ts"

/** The server takes bodies of up to 1 MiB. */
export const MOST_BYTES = 900_000
const MOST_BATCHES = 100

export const TOO_LARGE =
  "This is more than can be sent at once. Bring it in parts, or import it as a file under Site > Import."

/** From the first on, as many as fit. */
export function nextBatches(pending: readonly Batch[]): Batch[] {
  const taken: Batch[] = []
  let bytes = 0
  for (const batch of pending.slice(0, MOST_BATCHES)) {
    bytes += bytesOf(batch)
    if (taken.length > 0 && bytes > MOST_BYTES) break
    taken.push(batch)
  }
  return taken
}

const known = new WeakMap<Batch, number>()
const encoder = new TextEncoder()

export function bytesOf(batch: Batch): number {
  let bytes = known.get(batch)
  if (bytes === undefined) {
    bytes = encoder.encode(JSON.stringify(batch.command)).length
    known.set(batch, bytes)
  }
  return bytes
}
