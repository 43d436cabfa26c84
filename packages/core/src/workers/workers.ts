import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import { readOwnSettings } from "../access/points/plugin-settings-store.ts"
import type { Runtime } from "../access/runtime.ts"
import { serviceCaller } from "../access/service-caller.ts"
import { baseUrl } from "../identity/base-url.ts"
import type { RunningWorker, Worker, WorkerHost } from "./worker.ts"

export interface Workers {
  start(): Promise<void>
  /** All at once: each has the whole grace period. */
  stop(graceMs: number): Promise<void>
}

const CONNECTIONS = 2

export function createWorkers(runtime: Runtime, workers: readonly Worker[]): Workers {
  const started: { id: string; pool: pg.Pool; running: RunningWorker }[] = []

  return {
    async start() {
      for (const { id, connections = CONNECTIONS, start } of workers) {
        const pool = runtime.database.openPool({ connections, name: id })
        started.push({ id, pool, running: await start(hostFor(id, pool)) })
      }
    },
    async stop(graceMs) {
      await Promise.all(
        started.splice(0).map(async ({ id, pool, running }) => {
          await running
            .stop(graceMs)
            .catch((error) => runtime.log.error(`The worker ${id} did not stop as it should.`, { error }))
          await pool.end()
        }),
      )
    },
  }

  function hostFor(id: string, pool: pg.Pool): WorkerHost {
    const sql = drizzle({ client: pool })
    return {
      log: runtime.log.with({ worker: id }),
      sql,
      egress: runtime.egress,
      ownUrl: () => baseUrl({ runtime }),
      secrets: runtime.secrets,
      settings: (of) => readOwnSettings(id, sql, runtime.secrets, of),
      call(procedure, input) {
        return runtime.verbOf(procedure)(serviceCaller(runtime, id), input as never) as never
      },
    }
  }
}
