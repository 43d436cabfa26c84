/** A server for tests: runs turns on the database it is given until somebody kills it. */
import type pg from "pg"
import { notesPlugin } from "../access/notes.fixture.ts"
import { parseAllowList } from "../contract/network/allow-list.ts"
import { createPlatform } from "../create-platform.ts"
import { openDatabase } from "../db/database.ts"
import { shelfPlugin } from "../gate/shelf.fixture.ts"
import { serveOnLoopback } from "../http/serve.fixture.ts"
import { silentLog } from "../log.ts"
import { windowPlugin } from "./bridge/window.fixture.ts"
import type { ChatOptions } from "./open-chat.ts"
import { stagePlugin } from "./stage.fixture.ts"

export interface ChatProcessOrders {
  connection: pg.ClientConfig
  secret: string
  chat: ChatOptions
  /** By id, in the order of the platform whose database it is. */
  plugins: readonly string[]
  clockAheadMs?: number
  /** How long its turns may go on once it was told to stop. */
  graceMs?: number
  /** Where it is struck while it makes a change that nobody signs. */
  strike?: { signal: "SIGKILL" | "SIGSTOP"; at: "before lock" | "before commit" | "after commit" }
}

const known = [shelfPlugin, stagePlugin, windowPlugin, notesPlugin]
const {
  connection,
  secret,
  chat,
  plugins,
  clockAheadMs = 0,
  graceMs = 0,
  strike,
} = JSON.parse(process.argv[2]!) as ChatProcessOrders
const database = openDatabase(connection, { poolSize: 4, onError: () => {} })
if (strike) {
  const hit = (at: string) => at === strike.at && process.kill(process.pid, strike.signal)
  database.pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    let applying = false
    client.query = (async (...args: unknown[]) => {
      const text = typeof args[0] === "string" ? args[0] : (args[0] as { text: string }).text
      if (text.startsWith("LOCK TABLE platform.access_fence")) {
        applying = true
        hit("before lock")
      }
      const commits = applying && text === "COMMIT"
      if (commits) hit("before commit")
      const answer = await query(...args)
      if (commits) hit("after commit")
      if (commits) applying = false
      return answer
    }) as never
  })
}
const platform = createPlatform({
  plugins: plugins.map((id) => known.find((plugin) => plugin.id === id)!),
  database,
  secret,
  log: silentLog,
  role: "web",
  egress: { allow: parseAllowList("127.0.0.0/8") },
  now: () => new Date(Date.now() + clockAheadMs),
  chat,
})
await platform.start()
const { url } = await serveOnLoopback(platform)
process.once("SIGTERM", async () => {
  platform.drain()
  await platform.stop(graceMs)
  process.exit(0)
})
process.stdout.write(`${url}\n`)
