/** A pod for tests: works off jobs on the database it is given and says what it does. Started by jobs.test.ts. */
import { once } from "node:events"
import { openDatabase } from "../db/database.ts"
import { silentLog } from "../log.ts"
import { createMetrics } from "../metrics.ts"
import { createSignals } from "../signals/signals.ts"
import { createJobs } from "./jobs.ts"

const { connection, schedule } = JSON.parse(process.argv[2]!) as { connection: object; schedule?: string }
const database = openDatabase(connection, { poolSize: 3, onError: () => {} })
const signals = createSignals(database, silentLog)
await signals.start()
const jobs = createJobs({
  database,
  log: silentLog,
  listener: signals.listener,
  metrics: createMetrics(),
  mask: (text) => text,
})
const note = (job: string) =>
  database.pool.query("INSERT INTO ran (job, pod) VALUES ($1, $2)", [job, process.pid]).then(() => {})

await jobs.start([{ name: "test.once" }, { name: "test.slow" }, { name: "test.cron", schedule }], async (job, run) => {
  const { key = run.slot?.toISOString() ?? "" } = run.data as { key?: string }
  await note(`${job.name} ${key}`.trim())
  if (job.name !== "test.slow") return
  // Still running when the pod is asked to stop.
  await once(process, "SIGTERM")
  await note("test.slow finished")
})
process.on("SIGTERM", async () => {
  await jobs.stop(10_000)
  await signals.stop()
  await database.close()
  process.exit(0)
})
process.stdout.write("ready\n")
