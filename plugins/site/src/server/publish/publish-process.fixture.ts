/** A pod for tests: publishes on the database it is given, and dies where it is told to. */

import { catalogPlugin } from "@countersign/catalog/server"
import { createPlatform, openDatabase, silentLog } from "@countersign/core/host"
import type { Principal } from "@countersign/core/server"
import { incidentPlugin } from "@countersign/incident/server"
import { maintenancePlugin } from "@countersign/maintenance/server"
import type pg from "pg"
import { siteContract } from "../../contract.ts"
import { sitePlugin } from "../../server.ts"

interface Orders {
  connection: pg.ClientConfig
  secret: string
  principal: Principal & { rules: string[] }
  /** Which round trip of the publication, counted from 1, is the last; `side` tells whether it is still made. */
  dieAt: { trip: number; side: "before" | "after" }
}

const { connection, secret, principal, dieAt } = JSON.parse(process.argv[2]!) as Orders
const database = openDatabase(connection, { poolSize: 4, onError: () => {} })
let trips = 0
let counting = false
database.pool.on("connect", (client) => {
  const query = client.query as (...args: unknown[]) => Promise<unknown>
  client.query = async function counted(this: unknown, ...args: unknown[]) {
    if (!counting) return query.apply(this, args)
    trips += 1
    const mine = trips
    if (mine === dieAt.trip && dieAt.side === "before") process.kill(process.pid, "SIGKILL")
    const result = await query.apply(this, args)
    if (mine === dieAt.trip && dieAt.side === "after") process.kill(process.pid, "SIGKILL")
    return result
  } as never
})
const platform = createPlatform({
  plugins: [catalogPlugin, incidentPlugin, maintenancePlugin, sitePlugin],
  database,
  secret,
  log: silentLog,
  role: "web",
})
const caller = platform.caller({ ...principal, rules: new Set(principal.rules), grants: new Map() }, "http")
counting = true
await platform.call(caller, siteContract.publish, {})
process.stdout.write(`done ${trips}\n`)
