/** A server for tests: runs turns on the database it is given until somebody kills it. */
import type pg from "pg"
import { openDatabase } from "../db/database.ts"
import { parseAllowList } from "../egress/allow-list.ts"
import { shelfPlugin } from "../gate/shelf.fixture.ts"
import { serveOnLoopback } from "../http/serve.fixture.ts"
import { silentLog } from "../log.ts"
import { createPlatform } from "../platform.ts"
import type { ChatOptions } from "./open-chat.ts"

interface Orders {
  connection: pg.ClientConfig
  secret: string
  chat: ChatOptions
  clockAheadMs: number
}

const { connection, secret, chat, clockAheadMs } = JSON.parse(process.argv[2]!) as Orders
const platform = createPlatform({
  plugins: [shelfPlugin],
  database: openDatabase(connection, { poolSize: 4, onError: () => {} }),
  secret,
  log: silentLog,
  role: "web",
  egress: { allow: parseAllowList("127.0.0.0/8") },
  now: () => new Date(Date.now() + clockAheadMs),
  chat,
})
await platform.start()
const { url } = await serveOnLoopback(platform)
process.stdout.write(`${url}\n`)
