import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { afterEach, describe, expect, inject, it, vi } from "vitest"
import { quickestMsOf } from "../../../testing/src/measure.ts"
import { createDatabase, dropDatabase } from "../../../testing/src/postgres-cluster.ts"
import { spawnFixture } from "../../../testing/src/spawn-fixture.ts"
import schedule from "../../migrations/0093-schedule.ts"
import { type Database, openDatabase } from "../db/database.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { createLog, silentLog } from "../log.ts"
import { createMetrics } from "../metrics.ts"
import { createSignals } from "../signals/signals.ts"
import { createJobs, type JobDefinition, type JobRun, type Jobs } from "./jobs.ts"

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe("jobs", () => {
  it("run once across three processes, whichever takes them, whether enqueued or deferred", async () => {
    const database = await newDatabase()
    const pods = await Promise.all([1, 2, 3].map(() => startPod(database)))
    const { jobs } = await startJobs(database, [{ name: "test.once" }], null)
    const keys = Array.from({ length: 30 }, (_, index) => `job ${index}`)

    await commit(database, async (transaction) => {
      for (const key of keys) await jobs.enqueue(transaction, "test.once", { key }, { correlationId: "c" })
      const after = new Date(Date.now() + 1_500)
      await jobs.enqueue(transaction, "test.once", { key: "deferred" }, { after, correlationId: "c" })
    })

    const expected = [...keys, "deferred"].map((key) => `test.once ${key}`).sort()
    await vi.waitFor(async () => expect(await ranJobs(database)).toEqual(expected), WAIT)
    expect(pods.every((pod) => pod.exitCode === null)).toBe(true)
  }, 90_000)

  it("run once for each slot of their schedule, though three processes look at it", async () => {
    const database = await newDatabase()
    await Promise.all([1, 2, 3].map(() => startPod(database, "* * * * * *")))

    await vi.waitFor(async () => expect((await ranJobs(database)).length).toBeGreaterThanOrEqual(6), WAIT)

    const ran = await ranJobs(database)
    expect(ran.every((job) => /^test\.cron \d{4}-.*:\d\d\.000Z$/.test(job))).toBe(true)
    expect(new Set(ran).size).toBe(ran.length)
  }, 90_000)

  it("make up with one run for slots that nobody handed out in time", async () => {
    const database = await newDatabase()
    const runs: JobRun[] = []
    await database.pool.query("INSERT INTO platform.schedule VALUES ('test.cron', now() - interval '3 days')")
    const daily = { name: "test.cron", schedule: "0 0 * * *" }

    await startJobs(database, [daily], async (_job, run) => void runs.push(run))
    await startJobs(database, [daily], async (_job, run) => void runs.push(run))

    await vi.waitFor(async () => expect(await states(database)).toEqual(["completed"]), WAIT)
    expect(runs).toHaveLength(1)
    expect(runs[0]?.slot?.toISOString()).toMatch(/T00:00:00\.000Z$/)
  })

  it("refuse a schedule that is no cron, by the job's name", async () => {
    const database = await newDatabase()

    await expect(startJobs(database, [{ name: "test.cron", schedule: "61 * * * *" }], async () => {})).rejects.toThrow(
      'The job test.cron has the schedule "61 * * * *", which is no cron',
    )
  })

  it("are tried again after failures, and leave their effect once", async () => {
    const database = await newDatabase()
    const attempts: JobRun[] = []
    const { jobs } = await startJobs(database, [{ name: "test.flaky" }], async (_job, run) => {
      attempts.push(run)
      if (attempts.length === 2) await insertOnce(database, run)
      if (attempts.length <= 2) throw new Error("The mail server is away.")
      await insertOnce(database, run)
    })

    await commit(database, (transaction) =>
      jobs.enqueue(transaction, "test.flaky", { key: "k" }, { correlationId: "request-1" }),
    )

    await vi.waitFor(() => expect(attempts).toHaveLength(3), WAIT)
    expect(attempts.map(({ attempt, correlationId }) => [attempt, correlationId])).toEqual([
      [1, "request-1"],
      [2, "request-1"],
      [3, "request-1"],
    ])
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1)
    await vi.waitFor(async () => expect(await states(database)).toEqual(["completed"]), { timeout: 15_000 })
    expect(await ranJobs(database)).toHaveLength(1)
  })

  it("never run when the transaction that enqueued them is rolled back", async () => {
    const database = await newDatabase()
    const ran: string[] = []
    const { jobs } = await startJobs(database, [{ name: "test.note" }], async (_job, run) => {
      ran.push((run.data as { key: string }).key)
    })
    const transaction = new LazyTransaction(database, "write")

    await jobs.enqueue(transaction, "test.note", { key: "rolled back" }, { correlationId: "c" })
    await transaction.rollback()
    await commit(database, (other) => jobs.enqueue(other, "test.note", { key: "kept" }, { correlationId: "c" }))

    await vi.waitFor(() => expect(ran).toEqual(["kept"]), { timeout: 15_000 })
    expect(await states(database)).toHaveLength(1)
  })

  it("are picked up at once, not at the next poll", async () => {
    const database = await newDatabase()
    let ran = () => {}
    // One for each: whoever has just run one looks once more by itself.
    const names = [1, 2, 3, 4].map((at) => `test.note${at}`)
    const list = names.map((name) => ({ name }))
    const { jobs } = await startJobs(database, list, async () => ran())

    const tookMs = await quickestMsOf(names.length - 1, async (time) => {
      const running = new Promise<void>((resolve) => (ran = resolve))
      await commit(database, (transaction) => jobs.enqueue(transaction, names[time]!, {}, { correlationId: "c" }))
      await running
    })

    // Measured: 4 to 10 ms. The next look at deferred jobs would come a second after the one before.
    expect(tookMs).toBeLessThan(500)
  })

  it("wait only once under one singleton key", async () => {
    const database = await newDatabase()
    const { jobs } = await startJobs(database, [{ name: "test.note" }], null)

    for (const key of ["a", "a", "b", undefined, undefined])
      await commit(database, (transaction) =>
        jobs.enqueue(transaction, "test.note", {}, { singletonKey: key, correlationId: "c" }),
      )

    expect(await states(database)).toHaveLength(4)
  })

  it("let a running handler finish when they are stopped", async () => {
    const database = await newDatabase()
    const pod = await startPod(database)
    const { jobs } = await startJobs(database, [{ name: "test.slow" }], null)
    await commit(database, (transaction) => jobs.enqueue(transaction, "test.slow", {}, { correlationId: "c" }))
    await vi.waitFor(async () => expect(await ranJobs(database)).toContain("test.slow"), WAIT)

    pod.kill("SIGTERM")
    const [code] = await once(pod, "exit")

    expect(code).toBe(0)
    expect(await ranJobs(database)).toEqual(["test.slow", "test.slow finished"])
    expect(await states(database)).toEqual(["completed"])
  })

  it("go back to the queue when the grace period is over", async () => {
    const database = await newDatabase()
    let started = false
    const { jobs } = await startJobs(database, [{ name: "test.endless" }], () => {
      started = true
      return new Promise<void>(() => {})
    })
    await commit(database, (transaction) => jobs.enqueue(transaction, "test.endless", {}, { correlationId: "c" }))
    await vi.waitFor(() => expect(started).toBe(true), { timeout: 15_000 })

    await jobs.stop(50)

    expect(await states(database)).toEqual(["retry"])
  })

  it("keep no secret of a failure in the queue's tables, and end as dead letters when they fail for good", async () => {
    const database = await newDatabase()
    const lines: string[] = []
    const log = createLog({ level: "warn", format: "json", write: (line) => lines.push(line) })
    const mask = (text: string) => text.replaceAll("hunter2-hunter2", "[hidden]")
    const options = { log, mask }
    const fail = async () => {
      throw new Error("Sign-in with hunter2-hunter2 was refused.")
    }
    const { jobs } = await startJobs(database, [{ name: "test.leaky" }], fail, options)
    await commit(database, (transaction) => jobs.enqueue(transaction, "test.leaky", {}, { correlationId: "c-7" }))
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 15_000 })
    expect(lines[0]).toContain("c-7")

    await database.pool.query("UPDATE pgboss.job SET retry_limit = 1, start_after = now() WHERE name = 'test.leaky'")

    const dead = () => database.pool.query("SELECT source_output FROM pgboss.job WHERE name = 'dead-letter'")
    await vi.waitFor(async () => expect((await dead()).rowCount).toBe(1), WAIT)
    expect((await dead()).rows[0].source_output).toEqual({ message: "Sign-in with [hidden] was refused." })
  })

  it("survive a restart of their process without touching queues and schedules that fit already", async () => {
    const database = await newDatabase()
    const list = [{ name: "test.note" }, { name: "test.cron", schedule: "0 4 29 2 *" }]
    const slots = () => database.pool.query("SELECT xmin, * FROM platform.schedule").then(({ rows }) => rows)
    const queues = () =>
      database.pool
        .query("SELECT name, updated_on FROM pgboss.queue")
        .then(({ rows }) => rows.filter(({ name }) => name.startsWith("test.")))
    const first = await startJobs(database, list, async () => {})
    await vi.waitFor(async () => expect(await slots()).toHaveLength(1), WAIT)
    await first.jobs.stop(0)
    const before = { queues: await queues(), slots: await slots() }

    const second = await startJobs(database, list, async () => {})
    await second.jobs.stop(0)

    expect({ queues: await queues(), slots: await slots() }).toEqual(before)
  })

  it("refuse a name that no plugin declares", async () => {
    const database = await newDatabase()
    const { jobs } = await startJobs(database, [{ name: "test.note" }], null)
    const transaction = new LazyTransaction(database, "write")

    await expect(jobs.enqueue(transaction, "test.unknown", {}, { correlationId: "c" })).rejects.toThrow(
      'No plugin declares the job "test.unknown".',
    )
    await transaction.rollback()
  })
})

const WAIT = { timeout: 60_000, interval: 100 }

async function newDatabase(): Promise<Database> {
  const name = `jobs_${Math.random().toString(36).slice(2)}`
  const connection = await createDatabase(inject("postgres"), name)
  const database = openDatabase(connection, { poolSize: 6, onError: () => {} })
  cleanups.push(async () => {
    await database.close()
    await dropDatabase(inject("postgres"), name)
  })
  await database.pool.query("CREATE TABLE ran (job text, pod integer, key text UNIQUE)")
  await database.pool.query(`CREATE SCHEMA platform; ${schedule.sql}`)
  return database
}

async function startJobs(
  database: Database,
  list: readonly JobDefinition[],
  run: ((job: JobDefinition, run: JobRun) => Promise<void>) | null,
  options: { log?: typeof silentLog; mask?(text: string): string } = {},
): Promise<{ jobs: Jobs }> {
  const { log = silentLog, mask = (text: string) => text } = options
  const signals = createSignals(database, log)
  await signals.start()
  const jobs = createJobs({ database, log, listener: signals.listener, metrics: createMetrics(), mask })
  await jobs.start(list, run)
  cleanups.push(async () => {
    await jobs.stop(0)
    await signals.stop()
  })
  return { jobs }
}

async function startPod(database: Database, schedule?: string): Promise<ChildProcess> {
  const { child: pod } = await spawnFixture("worker-process", { connection: database.config, schedule })
  cleanups.push(async () => {
    if (pod.exitCode !== null || pod.signalCode !== null) return
    pod.kill("SIGKILL")
    await once(pod, "exit")
  })
  return pod
}

async function commit(database: Database, work: (transaction: LazyTransaction) => Promise<void>): Promise<void> {
  const transaction = new LazyTransaction(database, "write")
  await work(transaction)
  await transaction.commit()
}

async function insertOnce(database: Database, run: JobRun): Promise<void> {
  await database.pool.query("INSERT INTO ran (job, key) VALUES ($1, $2) ON CONFLICT DO NOTHING", [run.name, run.id])
}

async function ranJobs(database: Database): Promise<string[]> {
  const { rows } = await database.pool.query("SELECT job FROM ran")
  return rows.map((row) => row.job).sort()
}

async function states(database: Database): Promise<string[]> {
  const { rows } = await database.pool.query(
    "SELECT state FROM pgboss.job WHERE name LIKE 'test.%' ORDER BY created_on",
  )
  return rows.map((row) => row.state)
}
