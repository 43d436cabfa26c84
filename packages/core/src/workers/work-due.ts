import { setTimeout as pause } from "node:timers/promises"
import { type Claim, claimDue, type Lanes, renewClaim, type WorkTable } from "./claim-due.ts"
import type { RunningWorker, WorkerHost } from "./worker.ts"

export interface DueWork {
  readonly table: WorkTable
  /** How much of it is done at once. */
  readonly concurrency: number
  readonly lanes?: Lanes
  /** For so long a process that died keeps its work from others. One that lives renews it. */
  readonly leaseMs?: number
  readonly everyMs?: number
  /**
   * Does one and ends its claim with `endClaim`, in the transaction of the effect. `lost` is aborted when the work is another's
   * by now. What it throws is logged, and tried again when the lease has lapsed.
   */
  run(claim: Claim, lost: AbortSignal): Promise<void>
}

/** A worker over a table of work, as `start` returns it. */
export function workDue(host: WorkerHost, work: DueWork): RunningWorker {
  const { table, concurrency, lanes, leaseMs = 30_000, everyMs = 1_000 } = work
  const stopping = new AbortController()
  const running = new Map<Promise<void>, string>()
  const loop = look()

  return {
    async stop(graceMs) {
      stopping.abort()
      await loop
      const cut = new AbortController()
      await Promise.race([
        Promise.all(running.keys()),
        pause(graceMs, undefined, { signal: cut.signal }).catch(() => {}),
      ])
      cut.abort()
    },
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      const claimed = await claim()
      for (const one of claimed) begin(one)
      // While there is more than can be done at once, the end of one is the sign to look again.
      if (running.size >= concurrency) await Promise.race([...running.keys(), aborted(stopping.signal)])
      else if (claimed.length === 0) await nextLook()
    }
  }

  /** A lane that was full has room when one of it ends. */
  async function nextLook(): Promise<void> {
    const cut = new AbortController()
    const signal = AbortSignal.any([stopping.signal, cut.signal])
    const waited = pause(everyMs, undefined, { signal }).catch(() => {})
    await Promise.race([waited, ...(lanes ? running.keys() : [])])
    cut.abort()
  }

  async function claim(): Promise<Claim[]> {
    try {
      const limit = concurrency - running.size
      const busy = [...running.values()]
      return await claimDue(host.sql, { table, limit, leaseMs, lanes: lanes && { ...lanes, busy } })
    } catch (error) {
      host.log.warn(`What is due in ${table} cannot be looked up right now; it is tried again.`, { error })
      return []
    }
  }

  function begin(one: Claim): void {
    const done = carry(one).finally(() => running.delete(done))
    running.set(done, one.lane)
  }

  async function carry(one: Claim): Promise<void> {
    const lost = new AbortController()
    const renewing = setInterval(() => {
      renewClaim(host.sql, table, one, leaseMs).then(
        (mine) => mine || lost.abort(),
        () => {},
      )
    }, leaseMs / 3)
    try {
      await work.run(one, lost.signal)
    } catch (error) {
      host.log.warn(`${one.id} of ${table} failed; it is tried again when its lease has lapsed.`, { error })
    } finally {
      clearInterval(renewing)
    }
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }))
}
