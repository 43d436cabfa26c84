/** How much of what is waiting goes with one request. */
import { SENDING } from "../../../contract/limits.ts"
import type { Batch } from "../../../document.ts"
import { flatten } from "./flatten.ts"

const TOO_LARGE =
  "This is more than can be sent at once. Bring it in parts, or import it as a file under Site > Import."

/**
 * Why a change can never be sent, asked before it is shown: one that the server refuses as a whole would stop all that is made after
 * it, and whoever made that would lose it.
 */
export function whyNeverSent(batch: Batch): string | null {
  const { bytes, values } = measure(batch)
  const commands = flatten(batch.command)
  const fits =
    bytes <= SENDING.bytes &&
    values <= SENDING.values &&
    commands.length <= SENDING.commands &&
    commands.every((command) => command.type !== "editStyles" || command.edits.length <= SENDING.styleEdits)
  return fits ? null : TOO_LARGE
}

/** From the first on, as many as fit. */
export function nextBatches(pending: readonly Batch[]): Batch[] {
  const taken: Batch[] = []
  let bytes = 0
  let values = 0
  for (const batch of pending.slice(0, SENDING.batches)) {
    const one = measure(batch)
    bytes += one.bytes
    values += one.values
    if (taken.length > 0 && (bytes > SENDING.bytes || values > SENDING.values)) break
    taken.push(batch)
  }
  return taken
}

interface Measured {
  readonly bytes: number
  readonly values: number
}

const known = new WeakMap<Batch, Measured>()
const encoder = new TextEncoder()

function measure(batch: Batch): Measured {
  let measured = known.get(batch)
  if (!measured) {
    const bytes = encoder.encode(JSON.stringify(batch.command)).length
    measured = { bytes, values: valuesIn(batch.command) }
    known.set(batch, measured)
  }
  return measured
}

/** Members of objects and entries of lists, at any depth, and each object and list itself: as a server counts them in a body. */
function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1
  let values = 1
  for (const one of Object.values(value)) values += valuesIn(one)
  return values
}
