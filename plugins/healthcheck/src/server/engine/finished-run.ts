import type { CheckRun } from "../../probe/run-check.ts"
import type { Claim } from "./claim.ts"

/** A run that waits to be stored. */
export interface FinishedRun {
  claim: Claim
  run: CheckRun
}

/** Batches on their way to the verb that stores them: in this process, so that what they hold is not copied and parsed. */
const batches = new Map<string, readonly FinishedRun[]>()

/** No batch has this name. */
export const NO_RUNS = "00000000-0000-0000-0000-000000000000"

export async function handOver<T>(runs: readonly FinishedRun[], store: (batch: string) => Promise<T>): Promise<T> {
  const batch = crypto.randomUUID()
  batches.set(batch, runs)
  try {
    return await store(batch)
  } finally {
    batches.delete(batch)
  }
}

export function takeBatch(batch: string): readonly FinishedRun[] {
  return batches.get(batch) ?? []
}
