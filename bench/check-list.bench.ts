// Many checks that run, with the list of them open in a browser: what opening it takes, what the page takes while results come in,
// how long its reads take, and what a chart of ninety days gets.
import { setTimeout as pause } from "node:timers/promises"
import { openDatabase } from "../packages/core/src/db/database.ts"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { signIn } from "../packages/testing/src/session.ts"
import { encode } from "../plugins/healthcheck/src/server/history/histogram.ts"
import { ensurePartitions } from "../plugins/healthcheck/src/server/history/upkeep/partitions.ts"
import { cpuTimeOf, startHelper } from "./chat/processes.ts"
import { addChecks } from "./monitoring/add-checks.ts"
import { startBrowser } from "./stage/browser.ts"
import { ADMIN, LOAD_CORE, pin, postgresProcesses, SERVER_CORE, scratchFolder, startServerOn } from "./stage/product.ts"
import { size, smallest } from "./stage/size.ts"
import { median, printAims } from "./stage/table.ts"

const CHECKS = size(5_000, 25, "BENCH_CHECKS")
const RUNS_EACH = size(200, 5)
const INTERVAL_SECONDS = size(60, 5)
const SECONDS = size(30, 1)
const ROUNDS = size(5, 1)
const HOURS = 24
const CHART_DAYS = 90
/** How many of sixty runs took how long, by the buckets of a histogram. */
const HOUR_OF_RUNS: [number, number][] = [
  [150, 40],
  [200, 19],
  [230, 1],
]

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
const server = await startServerOn(
  postgres.connection,
  folder.path,
  "a secret for measuring only, thirty-two characters or more",
)
pin(server.child.pid!, SERVER_CORE)
pin(process.pid, LOAD_CORE)
const database = openDatabase(postgres.connection, { poolSize: 2, onError: () => {} })
const targets = await startHelper("../monitoring/targets.ts")
const { port } = await targets.ask<{ port: number }>({ listen: { count: CHECKS, dead: 0 } })
const ids = await addChecks(database.pool, {
  checks: CHECKS,
  intervalSeconds: INTERVAL_SECONDS,
  timeoutSeconds: 10,
  port,
})
await addHistory(ids)

const session = await signIn(server.url, ADMIN.email, ADMIN.password)
const scheduled = await rest()
const reads = await timeReads()
const chart = await readChart(ids[0]!)

await scheduled.again()

const opened: number[] = []
let browser = await startBrowser(session, server.url)
for (let round = 0; ; round++) {
  // In a browser that has the files already: they are the same on every page.
  if (!smallest) {
    await browser.page.goto(`${server.url}/account`)
    await browser.page.getByRole("main").waitFor()
    await pause(1_500)
  }
  const before = browser.cpu()
  await browser.page.goto(`${server.url}/checks`)
  await browser.page
    .getByRole("link", { name: /^Check \d+$/ })
    .first()
    .waitFor()
  await pause(size(1_500, 200))
  opened.push((browser.cpu() - before) / 1_000)
  if (round + 1 >= ROUNDS) break
  await browser.close()
  browser = await startBrowser(session, server.url)
}

let lists = 0
browser.page.on("request", (request) => {
  if (request.url().endsWith("/healthcheck/list")) lists += 1
})
const [storedBefore, busyBefore, cpuBefore] = [await countRuns(), browser.mainThread(), browser.cpu()]
const from = performance.now()
await pause(SECONDS * 1_000)
const seconds = (performance.now() - from) / 1_000
const busy = (browser.mainThread() - busyBefore) / 1_000_000 / seconds
const cpu = (browser.cpu() - cpuBefore) / 1_000_000 / seconds
const stored = ((await countRuns()) - storedBefore) / seconds

await browser.close()
await targets.stop()
await database.close()
await server.stop()
await postgres.stop()
folder.remove()

const expected = CHECKS / INTERVAL_SECONDS
const opening = median(opened)
printAims(
  `List of ${CHECKS.toLocaleString("en")} checks of ${(CHECKS / 5).toLocaleString("en")} systems with ${(CHECKS * RUNS_EACH).toLocaleString("en")} runs stored, ${SECONDS} s with results coming in`,
  [
    {
      what: "runs stored meanwhile",
      measured: `${stored.toFixed(1)}/s`,
      aim: `${expected.toFixed(1)}/s, or the rest means little`,
      met: stored >= expected * 0.95,
    },
    {
      what: "opening the list",
      measured: `${Math.round(opening)} ms of the browser's CPU (${opened.map(Math.round).join(", ")})`,
      aim: "< 1000 ms",
      met: opening < 1_000,
    },
    {
      what: "main thread of the page",
      measured: `${(busy * 100).toFixed(1)} % of a core, all of the browser ${(cpu * 100).toFixed(1)} % of a core, ${lists} reads`,
      aim: "< 5 %",
      met: busy < 0.05,
    },
    ...reads.map(({ what, server, database }) => ({
      what: `a page of the list, ${what}`,
      measured: `${Math.round(server + database)} ms of CPU (Postgres ${Math.round(database)} ms)`,
      aim: "<= 150 ms",
      met: server + database <= 150,
    })),
    {
      what: `points of a chart over ${CHART_DAYS} days`,
      measured: `${chart.points}, in ${Math.round(chart.ms)} ms`,
      aim: "<= 2000",
      met: chart.points > 0 && chart.points <= 2_000,
      counted: true as const,
    },
  ],
)

/** A day of hours for each target and three months for the first, and single runs up to now. */
async function addHistory(targetIds: readonly number[]): Promise<void> {
  const day = 86_400_000
  await database.direct.transaction((tx) =>
    ensurePartitions(tx, [new Date(Date.now() - day), new Date(), new Date(Date.now() + day)]),
  )
  const histogram = encode(new Map(HOUR_OF_RUNS))
  // In slices: a statement that takes longer than some seconds is ended.
  for (let at = 0; at < targetIds.length; at += 250) {
    const slice = targetIds.slice(at, at + 250)
    await database.pool.query(
      `INSERT INTO healthcheck.run (at, target_id, ms, outcome)
       SELECT date_trunc('milliseconds', platform.now()) - n * interval '1 minute' - interval '1 minute', id, 5 + (id + n) % 90,
         CASE WHEN (id + n) % 97 = 0 THEN 2 ELSE 0 END
       FROM unnest($1::int[]) id, generate_series(1, $2::int) n`,
      [slice, RUNS_EACH],
    )
    await database.pool.query(
      `INSERT INTO healthcheck.hourly (target_id, at, ok, degraded, failed, missed, in_maintenance, histogram, max_ms)
       SELECT id, date_trunc('hour', platform.now(), 'UTC') - n * interval '1 hour', 59, 0, 1, 0, 0, $2, 95
       FROM unnest($1::int[]) id, generate_series(1, CASE id WHEN $5 THEN $3::int ELSE $4::int END) n`,
      [slice, histogram, CHART_DAYS * 24, HOURS, targetIds[0]],
    )
  }
  // As autovacuum does soon after so much was written.
  for (const table of ["run", "hourly", "target", "state", "schedule", '"check"', "assignment"])
    await database.pool.query(`VACUUM ANALYZE healthcheck.${table}`)
}

/** Lets no check run until `again`, and waits until those that do have ended. */
async function rest(): Promise<{ again(): Promise<unknown> }> {
  await database.pool.query("UPDATE healthcheck.schedule SET next_at = NULL")
  for (let left = 1; left > 0; await pause(200)) {
    const { rows } = await database.pool.query<{ left: number }>(
      "SELECT count(*)::int AS left FROM healthcheck.schedule WHERE lease IS NOT NULL",
    )
    left = rows[0]!.left
  }
  return {
    again: () =>
      database.pool.query(
        "UPDATE healthcheck.schedule SET next_at = healthcheck.next_slot(platform.now(), interval_ms, phase_ms)",
      ),
  }
}

interface Read {
  what: string
  /** Milliseconds of processor time for one read. */
  server: number
  database: number
}

/** While nothing runs: what runs take is no cost of a read. */
async function timeReads(): Promise<Read[]> {
  const { rows } = await database.pool.query<{ id: string }>("SELECT system_id AS id FROM healthcheck.target LIMIT 1")
  const asked: [string, object][] = [
    ["worst first", { sort: "status" }],
    ["by name", { sort: "name" }],
    ["last run first", { sort: "lastRunAt", direction: "desc" }],
    ["searched", { text: "check 49" }],
    ["searched in vain", { text: "nowhere to be found" }],
    ["by status", { status: ["unhealthy"] }],
    ["by way", { strategyId: "http" }],
    ["by system", { systemId: rows[0]!.id }],
  ]
  const reads: Read[] = []
  for (const [what, input] of asked) {
    const read = () => call("healthcheck.list", { limit: 50, ...input })
    // Prepared and compiled as they are after some use.
    for (let round = 0; round < ROUNDS; round++) await read()
    const before = cpuNow()
    for (let round = 0; round < ROUNDS; round++) await read()
    const after = cpuNow()
    reads.push({
      what,
      server: (after.server - before.server) / 1_000 / ROUNDS,
      database: (after.database - before.database) / 1_000 / ROUNDS,
    })
  }
  return reads
}

function cpuNow(): { server: number; database: number } {
  return {
    server: cpuTimeOf(server.child.pid!),
    database: postgresProcesses(folder.path).reduce((sum, pid) => sum + cpuTimeOf(pid), 0),
  }
}

async function readChart(targetId: number): Promise<{ points: number; ms: number }> {
  const { rows } = await database.pool.query<{ check_id: string }>(
    "SELECT check_id FROM healthcheck.target WHERE id = $1",
    [targetId],
  )
  const to = Math.ceil(Date.now() / 3_600_000) * 3_600_000
  const since = performance.now()
  // As the page of a check asks: see web/check/ranges.ts.
  const { points } = await call<{ points: unknown[] }>("healthcheck.runStats", {
    checkId: rows[0]!.check_id,
    from: new Date(to - CHART_DAYS * 86_400_000).toISOString(),
    to: new Date(to).toISOString(),
    buckets: 1_080,
  })
  return { points: points.length, ms: performance.now() - since }
}

async function call<T>(verb: string, input: object): Promise<T> {
  const { status, body } = await session.call<T>(verb, input)
  if (status !== 200) throw new Error(`${verb}: ${JSON.stringify(body)}`)
  return body
}

async function countRuns(): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>("SELECT count(*)::int AS count FROM healthcheck.run")
  return rows[0]!.count
}
