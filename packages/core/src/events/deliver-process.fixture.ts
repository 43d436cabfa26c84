/** A pod for tests: delivers events on the database it is given, and dies at one of its commits if it is told to. */
import type pg from "pg"
import { createPlatform } from "../create-platform.ts"
import { openDatabase } from "../db/database.ts"
import { silentLog } from "../log.ts"
import { bellPlugin, listenerPlugin } from "./bells.fixture.ts"

interface Orders {
  connection: pg.ClientConfig
  secret: string
  /** Which delivery's commit is the last, counted from 1, and whether it is still made. */
  dieAt: { commit: number; side: "before" | "after" }
}

const { connection, secret, dieAt } = JSON.parse(process.argv[2]!) as Orders
const database = openDatabase(connection, { poolSize: 6, onError: () => {} })
let commits = 0
database.pool.on("connect", (client) => {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  let ends = false
  client.query = (async (...args: unknown[]) => {
    const { name, text } =
      typeof args[0] === "string" ? { text: args[0] } : (args[0] as { name?: string; text: string })
    if (name === "end-delivery") ends = true
    const last = ends && text === "COMMIT" && ++commits === dieAt.commit
    if (text === "COMMIT" || text === "ROLLBACK") ends = false
    if (last && dieAt.side === "before") process.kill(process.pid, "SIGKILL")
    const answer = await query(...args)
    if (last) process.kill(process.pid, "SIGKILL")
    return answer
  }) as never
})
const platform = createPlatform({
  plugins: [bellPlugin, listenerPlugin],
  database,
  secret,
  log: silentLog,
  role: "worker",
})
await platform.start()
process.stdout.write("ready\n")
