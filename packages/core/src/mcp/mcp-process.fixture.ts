/** A server for tests of MCP: the product's code with a shelf of books more, on the database it is given. */
import type pg from "pg"
import { plugins as shipped } from "../../../../apps/server/src/plugins.ts"
import { createPlatform } from "../create-platform.ts"
import { openDatabase } from "../db/database.ts"
import { shelfPlugin } from "../gate/shelf.fixture.ts"
import { serveOnLoopback } from "../http/serve.fixture.ts"
import { silentLog } from "../log.ts"

interface Orders {
  connection: pg.ClientConfig
  secret: string
  /** By id, in the order of the platform whose database it is. */
  plugins: readonly string[]
}

const known = [...shipped, shelfPlugin]
const { connection, secret, plugins } = JSON.parse(process.argv[2]!) as Orders
const platform = createPlatform({
  plugins: plugins.map((id) => known.find((plugin) => plugin.id === id)!),
  database: openDatabase(connection, { poolSize: 6, onError: () => {} }),
  secret,
  log: silentLog,
  role: "web",
})
await platform.start()
const { url } = await serveOnLoopback(platform)
process.once("SIGTERM", () => platform.drain())
process.stdout.write(`${url}\n`)
