/** A pod for tests: runs errands on the database it is given. Started by workers.test.ts. */
import type pg from "pg"
import { createPlatform } from "../create-platform.ts"
import { openDatabase } from "../db/database.ts"
import { silentLog } from "../log.ts"
import { errandPlugin } from "./errands.fixture.ts"

const { connection, secret } = JSON.parse(process.argv[2]!) as { connection: pg.ClientConfig; secret: string }
const database = openDatabase(connection, { poolSize: 4, onError: () => {} })
const platform = createPlatform({ plugins: [errandPlugin], database, secret, log: silentLog, role: "worker" })
await platform.start()
process.on("SIGTERM", async () => {
  await platform.stop(10_000)
  await database.close()
  process.exit(0)
})
process.stdout.write("ready\n")
