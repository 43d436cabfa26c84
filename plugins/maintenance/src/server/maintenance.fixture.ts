import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import type { InputOf } from "@countersign/core/contract"
import type { Caller } from "@countersign/core/server"
import { moveClock, testPlatform } from "@countersign/testing"
import type { maintenanceContract, Window } from "../contract.ts"
import { maintenancePlugin } from "../server.ts"
import { createWindow } from "./create-window.ts"
import { moveOn } from "./move-on.ts"
import { getWindow } from "./read-windows.ts"

/** Catalog and maintenance on a database of their own, with Olga to schedule windows and a clock that is moved by hand. */
export async function testMaintenance(options: { role?: "worker" } = {}) {
  const testing = await testPlatform({ plugins: [catalogPlugin, maintenancePlugin], ...options })
  const { platform, as, asHolderOf, database, grant } = testing
  const olga = await as("olga", "operator")
  const service = platform.caller({ ...olga.principal, kind: "service", id: "service:test", name: "test" }, "job")
  let minutes = 0
  const ask = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows
  return {
    ...testing,
    olga,
    service,
    ask,
    /** An instant so many minutes from now, by the clock of the tests. */
    at: async (inMinutes: number) => {
      const [row] = await ask("SELECT date_trunc('second', platform.now()) + $1 * interval '1 minute' AS at", [
        inMinutes,
      ])
      return (row.at as Date).toISOString()
    },
    async forward(by: number) {
      minutes += by
      await moveClock(database, `${minutes} minutes`)
    },
    /** What the worker does with what is due, without waiting for it. */
    async moveOnDue() {
      const due =
        await ask(`UPDATE maintenance."window" SET lease = gen_random_uuid(), lease_until = platform.now() + interval '1 hour'
        WHERE next_at <= platform.now() RETURNING id, lease`)
      for (const { id, lease } of due) await moveOn(service, { id, lease })
      return due.length
    },
    system: async (name: string, fields: { environmentIds?: string[] } = {}) =>
      (await platform.call(olga, catalogContract.createSystem, { name: `${name} ${crypto.randomUUID()}`, ...fields }))
        .id,
    statusOf: async (systemId: string) =>
      (await platform.call(service, catalogContract.getSystem, { systemId })).status,
    schedule: (
      systemIds: string[],
      fields: Partial<InputOf<typeof maintenanceContract.create>>,
      caller: Caller = olga,
    ): Promise<Window> => createWindow(caller, { title: "Upgrade", systemIds, ...fields }),
    read: (id: string, caller: Caller = olga) => getWindow(caller, { id }),
    /** Somebody whose only rights are these grants. */
    async withGrants(name: string, grants: Record<string, "viewer" | "editor" | "owner">): Promise<Caller> {
      for (const [systemId, level] of Object.entries(grants)) await grant(name, level, "catalog.system", systemId)
      return asHolderOf(name, [])
    },
    /** The events told of a window, oldest first, without their plugin's name. */
    async told(id: string): Promise<string[]> {
      const rows = await ask("SELECT event FROM platform.event WHERE about_id = $1 ORDER BY at, id", [id])
      return rows.map(({ event }) => String(event).replace("maintenance.", ""))
    },
  }
}
