/** A pod for tests: applies proposals on the database it is given, and dies where it is told to. */
import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"
import type pg from "pg"
import { createPlatform } from "../create-platform.ts"
import { openDatabase } from "../db/database.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { silentLog } from "../log.ts"
import { applyWithToken } from "../proposals/apply.ts"
import { printer, shelfPlugin } from "./shelf.fixture.ts"

interface Orders {
  connection: pg.ClientConfig
  secret: string
  principal: Principal & { rules: string[] }
  /** Which round trip to the database, counted from 1, is the last; `side` tells whether it is still made. */
  dieAt?: { trip: number; side: "before" | "after" }
  /** Where the printer of the external tool prints. */
  paper?: string
}

const orders = JSON.parse(process.argv[2]!) as Orders
const database = openDatabase(orders.connection, { poolSize: 8, onError: () => {} })
let trips = 0
if (orders.dieAt) {
  const { trip, side } = orders.dieAt
  const count = (query: (...args: unknown[]) => Promise<unknown>) =>
    async function counted(this: unknown, ...args: unknown[]) {
      const mine = ++trips
      if (mine === trip && side === "before") process.kill(process.pid, "SIGKILL")
      const result = await query.apply(this, args)
      if (mine === trip && side === "after") process.kill(process.pid, "SIGKILL")
      return result
    }
  database.pool.on("connect", (client) => {
    client.query = count(client.query as never) as never
  })
}
if (orders.paper) {
  printer.beforePrinting = async () => appendFileSync(orders.paper!, "page\n")
}
const platform = createPlatform({
  plugins: [shelfPlugin],
  database,
  secret: orders.secret,
  log: silentLog,
  role: "web",
})
const caller = platform.caller(
  { ...orders.principal, rules: new Set(orders.principal.rules), grants: new Map() },
  "http",
)

const say = (line: string) => process.stdout.write(`${line}\n`)
createInterface({ input: process.stdin }).on("line", async (line) => {
  const tokens = JSON.parse(line) as string[]
  // Two for each token, all at once in small heaps: the races are with the other processes too.
  for (let at = 0; at < tokens.length; at += 4) {
    const heap = tokens.slice(at, at + 4).flatMap((token) => (orders.dieAt ? [token] : [token, token]))
    await Promise.allSettled(heap.map((token) => applyWithToken(caller, token)))
  }
  say(`done ${trips}`)
})
say("ready")
