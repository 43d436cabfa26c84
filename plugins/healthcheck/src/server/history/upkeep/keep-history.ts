import { setTimeout as pause } from "node:timers/promises"
import type { Tx, Worker, WorkerHost } from "@countersign/core/server"
import { checkSettings } from "../../../contract.ts"
import { remarkRuns } from "../maintenance/remark-runs.ts"
import { makePartitions } from "./partitions.ts"
import { forgetHistory, type Kept, letGo } from "./retention.ts"
import { queueHour, rollUpDays, rollUpHours } from "./roll-up.ts"

// Soon enough for runs that fell into a window entered afterwards; looking takes five small statements.
const LOOK_EVERY_MS = 5_000
const LET_GO_EVERY_MS = 10 * 60_000

/** Makes partitions, adds hours and days up, marks runs anew, and lets go of what is old. */
export const historyKeeper: Worker = {
  id: "healthcheck.history",
  connections: 1,
  async start(host) {
    const stopping = new AbortController()
    // Before anything else starts: the first run that is stored finds its partition.
    await keep(host, "make partitions", () => makePartitions(host.sql))
    const loop = look(host, stopping.signal)
    return {
      async stop() {
        stopping.abort()
        await loop
      },
    }
  },
}

async function look(host: WorkerHost, stopping: AbortSignal): Promise<void> {
  let lettingGoAt = 0
  while (!stopping.aborted) {
    await keepUp(host, stopping)
    if (performance.now() >= lettingGoAt) {
      const done = await keep(host, "let go of old history", () => keepTiers(host, () => stopping.aborted))
      if (done) lettingGoAt = performance.now() + LET_GO_EVERY_MS
    }
    await pause(LOOK_EVERY_MS, undefined, { signal: stopping }).catch(() => {})
  }
}

async function keepUp(host: WorkerHost, stopping: AbortSignal): Promise<void> {
  for (const [what, step] of Object.entries(STEPS))
    while (!stopping.aborted && (await keep(host, what, () => step(host.sql))));
}

/** In this order: what one does, the next adds up. Each is done until it answers that nothing is left. */
const STEPS: Record<string, (tx: Tx) => Promise<boolean | number>> = {
  "queue an hour": queueHour,
  "mark runs anew": remarkRuns,
  "add hours up": rollUpHours,
  "add days up": rollUpDays,
  "delete what deleted checks left": forgetHistory,
}

async function keepTiers(host: WorkerHost, isStopping: () => boolean): Promise<boolean> {
  await makePartitions(host.sql)
  const { values } = await host.call(checkSettings.procedures.getSettings, {})
  await letGo(host.sql, values as unknown as Kept, isStopping)
  return true
}

/** What fails is tried again a little later, and keeps nothing else from being done. */
async function keep<Done>(host: WorkerHost, what: string, step: () => Promise<Done>): Promise<Done | undefined> {
  try {
    return await step()
  } catch (error) {
    host.log.warn(`The history of checks could not be kept (${what}); it is tried again.`, { error })
  }
}
