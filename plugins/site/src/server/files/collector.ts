import { setTimeout as pause } from "node:timers/promises"
import type { RunningWorker, Worker } from "@countersign/core/server"
import { forgetPublicChanges } from "../public/public-store.ts"
import { collectFiles } from "./file-store.ts"

const EVERY_MS = 10 * 60_000

/** Deletes files that nobody uses any more, and records of what was public a month ago. Whichever server comes first does it. */
export const fileCollector: Worker = {
  id: "site.files",
  connections: 1,
  start(host): RunningWorker {
    const stopping = new AbortController()
    const loop = (async () => {
      while (!stopping.signal.aborted) {
        try {
          await forgetPublicChanges(host.sql)
          while (!stopping.signal.aborted && (await collectFiles(host.sql)) > 0);
        } catch (error) {
          host.log.warn("Files that nobody uses cannot be deleted right now; it is tried again.", { error })
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
