/** A server for tests: plays turns on the database it is given, and dies at one of the round trips that a tool's call makes. */

import { createPlatform, openDatabase, silentLog } from "@countersign/core/host"
import type pg from "pg"
import type { ChatOptions } from "../../../../../packages/core/src/chat/open-chat.ts"
import { parseAllowList } from "../../../../../packages/core/src/contract/network/allow-list.ts"
import { serveOnLoopback } from "../../../../../packages/core/src/http/serve.fixture.ts"
import { sitePlugin } from "../../server.ts"

export interface TurnProcessOrders {
  connection: pg.ClientConfig
  secret: string
  chat: ChatOptions
  /** Counted from the reservation of the first call, over all connections; `side` tells whether it is still made. Null: it lives. */
  dieAt: { trip: number | "commit"; side: "before" | "after" } | null
}

const { connection, secret, chat, dieAt } = JSON.parse(process.argv[2]!) as TurnProcessOrders
const database = openDatabase(connection, { poolSize: 4, onError: () => {} })
let trips = 0
let committedAt = 0
database.pool.on("connect", (client) => {
  const query = client.query as (...args: unknown[]) => Promise<unknown>
  let changing = false
  client.query = async function counted(this: unknown, ...args: unknown[]) {
    const text = typeof args[0] === "string" ? args[0] : (args[0] as { text: string }).text
    if (trips === 0 && !text.includes("platform.reserve_tool_calls")) return query.apply(this, args)
    trips += 1
    const mine = trips
    changing ||= text.startsWith("LOCK TABLE platform.access_fence")
    const commits = changing && text === "COMMIT"
    if (commits) {
      committedAt ||= mine
      changing = false
    }
    const isIt = dieAt?.trip === mine || (dieAt?.trip === "commit" && commits)
    if (isIt && dieAt?.side === "before") process.kill(process.pid, "SIGKILL")
    const result = await query.apply(this, args)
    if (isIt && dieAt?.side === "after") process.kill(process.pid, "SIGKILL")
    return result
  } as never
})
const platform = createPlatform({
  plugins: [sitePlugin],
  database,
  secret,
  log: silentLog,
  role: "web",
  egress: { allow: parseAllowList("127.0.0.0/8") },
  chat,
})
await platform.start()
const { url } = await serveOnLoopback(platform)
process.once("SIGTERM", () => process.stdout.write(`${committedAt}\n`, () => process.exit(0)))
process.stdout.write(`${url}\n`)
