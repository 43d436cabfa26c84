import { setTimeout as pause } from "node:timers/promises"
import type { RunningWorker, Worker, WorkerHost } from "@countersign/core/server"
import { healthcheckContract } from "../../contract.ts"
import { acquitPlace, countPlace, readBlamedPlaces } from "./place-store.ts"
import { isPlaceToBlame } from "./status/blame-place.ts"

const EVERY_MS = 5_000
/**
 * After all servers were down everything is due at once, and has run within this time: until then silence was ours, and
 * says nothing of targets.
 */
const SILENCE_AFTER_MS = 60_000

/** Notices silence, and takes blame back. Whichever server comes first does it. */
export const sweeper: Worker = {
  id: "healthcheck.sweeper",
  connections: 1,
  start(host): RunningWorker {
    const stopping = new AbortController()
    const startedAt = performance.now()
    const loop = (async () => {
      while (!stopping.signal.aborted) {
        try {
          await sweep(host, { silence: performance.now() - startedAt > SILENCE_AFTER_MS })
        } catch (error) {
          host.log.warn("Checks cannot be looked after right now; it is tried again.", { error })
        }
        await pause(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {})
      }
    })()
    return {
      async stop() {
        stopping.abort()
        await loop
      },
    }
  },
}

export async function sweep(
  host: Pick<WorkerHost, "sql" | "call" | "log">,
  { silence }: { silence: boolean },
): Promise<void> {
  if (silence) await host.call(healthcheckContract.noteSilence, {})
  for (const { place } of await readBlamedPlaces(host.sql))
    if (!isPlaceToBlame(await countPlace(host.sql, place)) && (await acquitPlace(host.sql, place)))
      host.log.info("Most targets can be reached again; statuses follow the runs.", { place })
}
