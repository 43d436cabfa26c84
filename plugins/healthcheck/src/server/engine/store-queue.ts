import { setTimeout as pause } from "node:timers/promises"
import { UnavailableError, type WorkerHost } from "@countersign/core/server"
import type { FinishedRun } from "./finished-run.ts"

/** Runs wait so long for others to be stored with them: one transaction for each would cost more than the probes. */
const TOGETHER_MS = 500
const MOST_TOGETHER = 500
/** A database that is away for longer finds the leases lapsed. */
const AGAIN_MS = 1_000
/** Two that cannot be stored are found among 500 with fewer; where there are more, it is the database that cannot store. */
const MOST_REFUSALS = 40

interface Waiting extends FinishedRun {
  leaseEndsAt: number
}

export interface StoreQueue {
  add(run: Waiting): void
  /** Stores what is there, and resolves when it is. */
  drain(): Promise<void>
}

/** @param store stores a batch in one transaction, or throws and has stored nothing. */
export function createStoreQueue(
  store: (runs: readonly FinishedRun[]) => Promise<unknown>,
  log: Pick<WorkerHost["log"], "warn">,
): StoreQueue {
  let waiting: Waiting[] = []
  let working: Promise<void> | undefined
  let hurried = new AbortController()

  async function work(): Promise<void> {
    while (waiting.length > 0) {
      await pause(TOGETHER_MS, undefined, { signal: hurried.signal }).catch(() => {})
      const batch = takeOurs()
      if (batch.length === 0) continue
      const failed = await storeApart(batch)
      waiting = [...failed, ...waiting]
      if (failed.length === 0) continue
      if (hurried.signal.aborted) break
      await pause(AGAIN_MS, undefined, { signal: hurried.signal }).catch(() => {})
    }
    working = undefined
  }

  /** Answers those that could not be stored. One that the database refuses must not take the others with it: they are halved. */
  async function storeApart(batch: readonly Waiting[]): Promise<Waiting[]> {
    const failed: Waiting[] = []
    let refusals = 0
    const halves: (readonly Waiting[])[] = [batch]
    for (let runs = halves.pop(); runs; runs = halves.pop()) {
      try {
        await store(runs)
      } catch (error) {
        const mayBeOne = !(error instanceof UnavailableError) && ++refusals <= MOST_REFUSALS
        if (mayBeOne && runs.length > 1) {
          const half = Math.ceil(runs.length / 2)
          halves.push(runs.slice(half), runs.slice(0, half))
          continue
        }
        failed.push(...runs)
        log.warn("Runs of checks could not be stored right now; they are tried again while their leases last.", {
          runs: runs.length,
          error,
        })
      }
    }
    return failed
  }

  /** Those whose lease is over are missed by now, and not ours to store. */
  function takeOurs(): Waiting[] {
    const now = performance.now()
    waiting = waiting.filter(({ leaseEndsAt }) => leaseEndsAt > now)
    return waiting.splice(0, MOST_TOGETHER)
  }

  return {
    add(run) {
      waiting.push(run)
      working ??= work()
    },
    async drain() {
      hurried.abort()
      await working
      hurried = new AbortController()
    },
  }
}
