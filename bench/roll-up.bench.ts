/**
 * What it costs to add up a day of 1,000 checks at 20 s: hour by hour, in turns with the least that does it, one statement with GROUP BY and
 * exact percentiles, whose hours nobody can merge into days. How long a step keeps others waiting is judged by the clock, since it holds its
 * locks while it waits, and by its processor time, which tells what of it is the machine's disk and other programs.
 */
import { readFileSync } from "node:fs"
import pg from "pg"
import { platformMigrations } from "../packages/core/migrations/index.ts"
import { openDatabase } from "../packages/core/src/db/database.ts"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { migrate } from "../packages/core/src/db/migrate.ts"
import { remarkRuns } from "../plugins/healthcheck/src/server/history/maintenance/remark-runs.ts"
import { ensurePartitions } from "../plugins/healthcheck/src/server/history/upkeep/partitions.ts"
import { queueHour, rollUpDays, rollUpHours } from "../plugins/healthcheck/src/server/history/upkeep/roll-up.ts"
import { healthcheckPlugin } from "../plugins/healthcheck/src/server.ts"
import { cpuTimeOf } from "./chat/processes.ts"
import { postgresProcesses, scratchFolder } from "./stage/product.ts"
import { size } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const CHECKS = size(1_000, 20, "BENCH_COUNT")
const EVERY_SECONDS = size(20, 600)
const RUNS = (CHECKS * 86_400) / EVERY_SECONDS
/** The most that one step meets: all that are due together, and as many as one slice takes at the shortest interval. */
const MANY = size(5_000, 60)
const BUSY = 50
const BUSY_EVERY_SECONDS = size(5, 300)
const LONGEST_MS = 200
const DAY = 86_400_000

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
const database = openDatabase(postgres.connection, { poolSize: 2, onError: () => {} })
await migrate(database, [
  { plugin: "platform", migrations: platformMigrations },
  { plugin: "healthcheck", migrations: healthcheckPlugin.migrations ?? [] },
])
const tx = database.direct
const today = Math.floor(Date.now() / DAY) * DAY

// Filling takes longer than a statement of the product may.
const connection = new pg.Client(postgres.connection)
await connection.connect()
// It would come at its own time, for what was filled in.
await connection.query("ALTER SYSTEM SET autovacuum = off")
await connection.query("SELECT pg_reload_conf()")
await connection.query("CREATE TABLE bare_hourly (LIKE healthcheck.hourly, p50 real, p95 real, p99 real)")
const day = new Date(today - 3 * DAY)
await addRuns(day, 86_400, { ids: await addTargets(CHECKS), everySeconds: EVERY_SECONDS })
await connection.query("UPDATE healthcheck.history SET rolled_until = $1", [day])
await connection.query("VACUUM ANALYZE")

const steps: Step[] = []
const hours: { ours: number; bare: number }[] = []
for (let hour = 0; hour < 24; hour++) {
  const ours = await cpuWhile(async () => {
    await step("queue an hour", queueHour)
    while (await step("add hours up", rollUpHours));
  })
  const bare = await cpuWhile(() => rollUpBare(new Date(day.getTime() + hour * 3_600_000)))
  hours.push({ ours, bare })
}
const ofDay = await cpuWhile(async () => {
  await step("queue an hour", queueHour)
  while (await step("add days up", rollUpDays));
})
const total = (hours.reduce((sum, { ours }) => sum + ours, 0) + ofDay) / 1_000_000
const ratio = median(hours.slice(1).map(({ ours, bare }) => ours / bare))
const bareTotal = hours.reduce((sum, { bare }) => sum + bare, 0) / 1_000_000
const [weight] = await ask<{
  hour: number
  day: number
}>(`SELECT (SELECT avg(length(histogram)) FROM healthcheck.hourly)::int AS hour,
  (SELECT avg(length(histogram)) FROM healthcheck.daily)::int AS day`)
const [counted] = await ask<{ hours: number; days: number }>(`SELECT
  (SELECT sum(ok + degraded + failed + missed + in_maintenance) FROM healthcheck.hourly)::int AS hours,
  (SELECT sum(ok + degraded + failed + missed + in_maintenance) FROM healthcheck.daily)::int AS days`)

printAims(
  `Adding up ${RUNS.toLocaleString("en")} runs of a day, ${CHECKS.toLocaleString("en")} checks every ${EVERY_SECONDS} s`,
  [
    {
      what: "runs found again in hours, and in days",
      measured: `${counted!.hours.toLocaleString("en")}, ${counted!.days.toLocaleString("en")}`,
      aim: "all",
      met: counted!.hours === RUNS && counted!.days === RUNS,
      counted: true,
    },
    {
      what: "CPU of the day, Postgres and this process",
      measured: `${total.toFixed(1)} s (bare ${bareTotal.toFixed(1)} s; the day from its hours ${(ofDay / 1_000_000).toFixed(1)} s)`,
      aim: "at most 60 s",
      met: total <= 60,
    },
    {
      what: "CPU of an hour",
      measured: `${ratio.toFixed(2)} x bare`,
      aim: "at most 5 x",
      met: ratio <= 5,
    },
    {
      what: "bytes of the durations of an hour, and of a day",
      measured: `${weight!.hour}, ${weight!.day}`,
      aim: "at most 500, 1,000",
      met: weight!.hour <= 500 && weight!.day <= 1_000,
    },
  ],
)
printAims("The longest step of that day", tellSteps(steps.splice(0)))

const last = new Date(today - DAY)
const ids = await addTargets(MANY)
const busy = ids.slice(0, BUSY)
await addRuns(last, 3_600, { ids, everySeconds: Math.min(60, EVERY_SECONDS) })
await addRuns(last, 3_600, { ids: busy, everySeconds: BUSY_EVERY_SECONDS })
await addRuns(new Date(last.getTime() - DAY), 86_400, { ids: busy.slice(0, 1), everySeconds: BUSY_EVERY_SECONDS })
await connection.query("ANALYZE")
await connection.query("UPDATE healthcheck.history SET rolled_until = $1", [last])
await step("queue an hour", queueHour)
while (await step("add hours up", rollUpHours));
await connection.query(
  `INSERT INTO healthcheck.maintenance SELECT gen_random_uuid(), $1, $2, ARRAY[system_id], '{}', false FROM healthcheck.target WHERE id = $3`,
  [new Date(last.getTime() - DAY), last, busy[0]],
)
await connection.query("INSERT INTO healthcheck.remark (target_id, from_at, to_at) VALUES ($1, $2, $3)", [
  busy[0],
  new Date(last.getTime() - DAY),
  last,
])
while (await step("mark runs anew", remarkRuns));
printAims(
  `The longest step with ${MANY.toLocaleString("en")} checks, ${BUSY} of them every ${BUSY_EVERY_SECONDS} s`,
  tellSteps(steps),
)

await connection.end()
await database.close()
await postgres.stop()
folder.remove()

interface Step {
  what: string
  cpuMs: number
  ms: number
}

/** One transaction of the worker. */
async function step<Done extends boolean | number>(
  what: string,
  work: (of: typeof tx) => Promise<Done>,
): Promise<Done> {
  const started = performance.now()
  let done!: Done
  const cpu = await cpuWhile(async () => {
    done = await work(tx)
  })
  steps.push({ what, cpuMs: cpu / 1_000, ms: performance.now() - started })
  return done
}

function tellSteps(all: readonly Step[]) {
  return [...Map.groupBy(all, ({ what }) => what)].flatMap(([what, ofIt]) => {
    const cpuMs = Math.max(...ofIt.map((one) => one.cpuMs))
    const times = ofIt.map((one) => one.ms)
    const longestMs = Math.max(...times)
    const aim = `at most ${LONGEST_MS} ms`
    return [
      {
        what: `${what}, processor time`,
        measured: `${cpuMs.toFixed(0)} ms (${ofIt.length} steps)`,
        aim,
        met: cpuMs <= LONGEST_MS,
      },
      {
        what: `${what}, by the clock`,
        measured: `${longestMs.toFixed(0)} ms (median ${median(times).toFixed(0)} ms)`,
        aim,
        met: longestMs <= LONGEST_MS,
      },
    ]
  })
}

/** Microseconds, of this process and of Postgres with the workers that have ended. */
async function cpuWhile(work: () => Promise<void>): Promise<number> {
  const before = new Map(postgresProcesses(folder.path).map((pid) => [pid, cpuTimeOf(pid) + ofEndedChildren(pid)]))
  const own = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(own)
  let sum = user + system
  for (const [pid, then] of before) sum += cpuTimeOf(pid) + ofEndedChildren(pid) - then
  return sum
}

/** In ticks of 10 ms, as Linux counts them. */
function ofEndedChildren(pid: number): number {
  const [, fields] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))!
  const [user, kernel] = fields!.split(" ").slice(13, 15).map(Number)
  return (user! + kernel!) * 10_000
}

async function ask<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  return (await connection.query<Row>(text)).rows
}

async function addTargets(count: number): Promise<number[]> {
  const rows = await ask<{
    id: number
  }>(`INSERT INTO healthcheck.target (assignment_id, check_id, system_id, created_at)
    SELECT gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), now() FROM generate_series(1, ${count}) RETURNING id`)
  return rows.map(({ id }) => id)
}

/** As they come: at their time, one in a hundred failed, around 80 ms with a long tail. */
async function addRuns(
  from: Date,
  seconds: number,
  { ids, everySeconds }: { ids: readonly number[]; everySeconds: number },
): Promise<void> {
  await tx.transaction((t) => ensurePartitions(t, [from]))
  await connection.query(
    `INSERT INTO healthcheck.run (at, target_id, ms, outcome, failed_assertions)
     SELECT $1::timestamptz + (n * $2 + id % $2) * interval '1 second', id, 80 * exp(0.5 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())),
       CASE WHEN failed THEN 2 ELSE 0 END, CASE WHEN failed THEN '{0}'::smallint[] END
     FROM generate_series(0, $3::integer / $2 - 1) n, unnest($4::integer[]) id, LATERAL (SELECT (n * 31 + id) % 100 = 0 AS failed) of_run
     ORDER BY n, id ON CONFLICT DO NOTHING`,
    [from, everySeconds, seconds, ids],
  )
}

async function rollUpBare(hour: Date): Promise<void> {
  await connection.query(
    `INSERT INTO bare_hourly SELECT target_id, $1, ok, degraded, failed, missed, in_maintenance, '', max_ms, NULL, p[1], p[2], p[3]
     FROM (SELECT target_id, count(*) FILTER (WHERE outcome = 0 AND NOT in_maintenance) AS ok,
         count(*) FILTER (WHERE outcome = 1 AND NOT in_maintenance) AS degraded,
         count(*) FILTER (WHERE outcome = 2 AND NOT in_maintenance) AS failed, count(*) FILTER (WHERE outcome = 3) AS missed,
         count(*) FILTER (WHERE in_maintenance) AS in_maintenance, max(ms) AS max_ms,
         percentile_disc(ARRAY[0.5, 0.95, 0.99]) WITHIN GROUP (ORDER BY ms) AS p
       FROM healthcheck.run WHERE at >= $1 AND at < $1::timestamptz + interval '1 hour' GROUP BY target_id) added`,
    [hour],
  )
}
