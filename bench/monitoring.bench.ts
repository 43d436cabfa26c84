// Checks that run at their interval, all stored: processor time and memory they take, how late they begin, what a run weighs.
import { setTimeout as pause } from "node:timers/promises"
import { type Database, openDatabase } from "../packages/core/src/db/database.ts"
import { startEmbedded } from "../packages/core/src/db/embedded/embedded.ts"
import { cpuTimeOf, residentKilobytesOf, startHelper } from "./chat/processes.ts"
import { addChecks } from "./monitoring/add-checks.ts"
import { pin, postgresProcesses, SERVER_CORE, scratchFolder, startServerOn } from "./stage/product.ts"
import { size, smallest } from "./stage/size.ts"
import { type Aim, printAims } from "./stage/table.ts"
import { startWorker } from "./stage/worker.ts"

const SECRET = "a secret for measuring only, thirty-two characters or more"
const SECONDS = size(60, 1, "BENCH_SECONDS")
const IDLE_SECONDS = size(15, 0.2)
/** A server that stops waits for the runs it has begun. */
const TIMEOUT_SECONDS = size(10, 1)
const ONLY = process.env.BENCH_ONLY
const CASES = smallest
  ? [
      { checks: 100, intervalSeconds: 5, dead: 0 },
      { checks: 100, intervalSeconds: 5, dead: 3 },
    ]
  : [
      { checks: 1_000, intervalSeconds: 20, dead: 0 },
      { checks: 1_000, intervalSeconds: 20, dead: 100 },
      { checks: 5_000, intervalSeconds: 60, dead: 0 },
      { checks: 5_000, intervalSeconds: 60, dead: 100 },
    ].filter((_, n) => !ONLY || ONLY.includes(String(n)))

/** What a check took where all answered, for the same with some that never do to be held against. */
const withoutDead = new Map<string, { each: number; late: number }>()
/** As much as the same measurement differs from itself. */
const SAME = 1.25
const SAME_MS = 250

const folder = scratchFolder()
const postgres = await startEmbedded({ dataDir: folder.path, log: () => {} })
const server = await startServerOn(postgres.connection, folder.path, SECRET)
const pid = server.child.pid!
pin(pid, SERVER_CORE)
const database = openDatabase(postgres.connection, { poolSize: 2, onError: () => {} })
const targets = await startHelper("../monitoring/targets.ts")

for (const one of CASES) printAims(`Monitoring: ${tell(one)}, ${SECONDS} s on one server`, await measure(one))
printAims("Monitoring: what is stored", [await weigh()])

await targets.stop()
await database.close()
await server.stop()
await postgres.stop()
folder.remove()

function tell({ checks, intervalSeconds, dead }: Case): string {
  return `${checks.toLocaleString("en")} checks every ${intervalSeconds} s${dead ? `, ${dead} of them dead` : ""}`
}

interface Case {
  checks: number
  intervalSeconds: number
  dead: number
}

async function measure({ checks, intervalSeconds, dead }: Case): Promise<Aim[]> {
  const { port } = await targets.ask<{ port: number }>({ listen: { count: checks, dead } })
  const ids = await addChecks(database.pool, { checks, intervalSeconds, port, timeoutSeconds: TIMEOUT_SECONDS })
  // Until all have run, those that never answer have become suspects, and code that runs often is compiled.
  await pause(smallest ? 500 : Math.max(intervalSeconds * 1_000 * (dead ? 3 : 1), 30_000))
  await heard()
  const since = Date.now()
  let resident = 0
  const look = setInterval(() => {
    resident = Math.max(resident, residentKilobytesOf(pid) / 1_024)
  }, 200)
  const ours = await cpuWhile(SECONDS)
  clearInterval(look)
  const until = smallest ? Date.now() + 60_000 : Date.now()
  // What began in time is stored a moment later.
  await pause(size(2_000, 800))
  if (smallest) await someRun(since)
  const stored = await runsBetween(since, until)
  const late = await lateness({ since, until }, ids)
  await database.pool.query("UPDATE healthcheck.schedule SET next_at = NULL, lease = NULL, lease_until = NULL")
  // What the server does anyway is no cost of a check.
  await pause(size(5_000, 100))
  const idle = await cpuWhile(IDLE_SECONDS)

  const peer = await startWorker("peers/bare-monitoring.mjs", {
    connection: postgres.connection,
    port,
    from: dead,
    to: checks,
    intervalMs: intervalSeconds * 1_000,
    firstId: 1_000_000,
  })
  const bare = await peer.ask<{ cpuMicroseconds: number; stored: number }>({
    seconds: Math.min(SECONDS, 30),
    warmUpSeconds: size(30, 0.5),
  })
  await peer.stop()
  await forgetChecks(database)

  const each = ((ours.server - idle.server) * SECONDS) / stored
  const postgresEach = ((ours.database - idle.database) * SECONDS) / stored
  const expected = ((checks - dead) / intervalSeconds) * SECONDS
  const same = `${checks} every ${intervalSeconds}`
  const alive = dead ? withoutDead.get(same) : undefined
  if (!dead) withoutDead.set(same, { each, late })
  return [
    {
      what: "runs stored",
      measured: `${stored}`,
      aim: `all that came due of those that answer: ${Math.round(expected)}`,
      met: stored >= expected * 0.98,
    },
    {
      what: "CPU of a check",
      measured: `${(each / bare.cpuMicroseconds).toFixed(2)} x bare (${Math.round(each)} us, ${Math.round(bare.cpuMicroseconds)} us; Postgres ${Math.round(postgresEach)} us; at rest the server takes ${(idle.server / 10_000).toFixed(1)} % of a core)`,
      aim: "<= 2 x",
      // Below nothing, a server that was busy while it rested was subtracted, and nothing was measured.
      met: each > 0 && each <= 2 * bare.cpuMicroseconds,
    },
    {
      what: "memory at most",
      measured: `${Math.round(resident)} MB`,
      aim: "<= 220 MB",
      met: resident > 0 && resident <= 220,
    },
    {
      what: "begun late by, p99",
      measured: `${Math.round(late)} ms`,
      aim: "<= 1000 ms",
      met: late <= 1_000,
    },
    ...(alive
      ? [
          {
            what: "CPU of a check against the same without dead ones",
            measured: `${(each / Math.max(1, alive.each)).toFixed(2)} x (${Math.round(each)} us, ${Math.round(alive.each)} us)`,
            aim: `<= ${SAME} x`,
            met: each <= SAME * alive.each,
          },
          {
            what: "begun later than without dead ones by, p99",
            measured: `${Math.round(late - alive.late)} ms`,
            aim: `<= ${SAME_MS} ms`,
            met: late - alive.late <= SAME_MS,
          },
        ]
      : []),
  ]
}

/** Microseconds in each second, of the server and of Postgres. */
async function cpuWhile(seconds: number): Promise<{ server: number; database: number }> {
  const before = { server: cpuTimeOf(pid), database: databaseTimes() }
  await pause(seconds * 1_000)
  const server = cpuTimeOf(pid) - before.server
  // One that ended meanwhile cannot be asked any more; what it took before must not be subtracted.
  const database = [...databaseTimes()].reduce((sum, [id, time]) => sum + time - (before.database.get(id) ?? 0), 0)
  return { server: server / seconds, database: database / seconds }
}

function databaseTimes(): Map<number, number> {
  return new Map(postgresProcesses(folder.path).map((one) => [one, cpuTimeOf(one)]))
}

/** From when a run was due until its target was called. */
async function lateness({ since, until }: { since: number; until: number }, ids: readonly number[]): Promise<number> {
  const { calls } = await targets.ask<{ calls: [string, number[]][] }>({ since })
  const { rows } = await database.pool.query<{ target_id: number; at: Date }>(
    "SELECT target_id, at FROM healthcheck.run WHERE at >= $1 AND outcome < 3 AND target_id = ANY ($2) ORDER BY at",
    [new Date(since), ids],
  )
  const due = Map.groupBy(rows, ({ target_id }) => `/${target_id}`)
  const all = calls.flatMap(([path, times]) =>
    times.flatMap((time) => {
      if (time > until) return []
      const slot = due.get(path)?.findLast(({ at }) => at.getTime() <= time)
      return slot ? [time - slot.at.getTime()] : []
    }),
  )
  return all.sort((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? Number.NaN
}

/** Until everybody has heard of the first status of every check: that comes once, and is no cost of a run. */
async function heard(): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await database.pool.query<{ left: number }>("SELECT count(*)::int AS left FROM platform.delivery")
    if (smallest || rows[0]!.left === 0) return
    await pause(500)
  }
}

/** A machine with much else to do may not have stored any so far, and then there is nothing to divide by. */
async function someRun(since: number): Promise<void> {
  for (let tries = 0; tries < 100 && (await runsBetween(since, since + 60_000)) === 0; tries++) await pause(100)
}

/** By when they were due. */
async function runsBetween(since: number, until: number): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM healthcheck.run WHERE at >= $1 AND at < $2 AND outcome < 3",
    [new Date(since), new Date(until)],
  )
  return rows[0]!.count
}

async function forgetChecks({ pool }: Database): Promise<void> {
  await pool.query(`DELETE FROM healthcheck."check"`)
  await pool.query("DELETE FROM healthcheck.target")
}

/** Of all good runs that were stored: rows and their indexes. */
async function weigh(): Promise<Aim> {
  const { rows } = await database.pool.query<{ bytes: string; count: number }>(`
    SELECT sum(pg_table_size(inhrelid::regclass) + pg_indexes_size(inhrelid::regclass)) AS bytes,
      (SELECT count(*)::int FROM healthcheck.run) AS count
    FROM pg_inherits WHERE inhparent = 'healthcheck.run'::regclass`)
  const each = Number(rows[0]!.bytes) / rows[0]!.count
  return { what: "a stored good run", measured: `${Math.round(each)} bytes`, aim: "<= 150 bytes", met: each <= 150 }
}
