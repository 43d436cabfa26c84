import { randomUUID } from "node:crypto"
import { type Job as BossJob, PgBoss } from "pg-boss"
import type { Database } from "../db/database.ts"
import type { LazyTransaction } from "../db/transaction.ts"
import { DeveloperError } from "../errors.ts"
import type { Log } from "../log.ts"
import type { Metrics } from "../metrics.ts"
import type { Listener } from "../signals/listener.ts"
import { createTurnstile } from "../turnstile.ts"
import { DEAD_LETTER, ensureQueues } from "./queues.ts"
import { startSchedule } from "./schedule.ts"

export interface JobDefinition {
  readonly name: string
  /** Cron, in UTC. */
  readonly schedule?: string
}

export interface JobRun {
  name: string
  data: object
  /** Follows the request that caused the job. */
  correlationId: string
  /** Events that led to it. */
  causation: readonly string[]
  /** The same in every attempt. */
  id: string
  /** 1 the first time. */
  attempt: number
  /** The instant a scheduled run stands for. */
  slot?: Date
}

export interface Jobs {
  /** Inside the caller's transaction: the job exists if and only if the change does. */
  enqueue(
    transaction: LazyTransaction,
    name: string,
    data: object,
    /** While a job with the same `singletonKey` waits, another one is not added. */
    options: { after?: Date; singletonKey?: string; correlationId: string; causation?: readonly string[] },
  ): Promise<void>
  /** Without `run` this process adds jobs, but leaves running them to others. */
  start<Job extends JobDefinition>(
    jobs: readonly Job[],
    run: ((job: Job, run: JobRun) => Promise<void>) | null,
  ): Promise<void>
  /** Lets running handlers finish within the grace period; others are tried again elsewhere. */
  stop(graceMs: number): Promise<void>
}

interface Payload {
  data: object
  /** Missing on scheduled runs, which nobody asked for. */
  correlationId?: string
  causation?: readonly string[]
  slot?: string
}

export const JOBS_SCHEMA = "pgboss"

// A pod's pool has ten connections and most handlers hold one; requests must find the rest.
const RUNNING_AT_ONCE = 4
const WORKERS_PER_JOB = 2
// At a start all workers look for work at once, and would open every connection there may be.
const STATEMENTS_AT_ONCE = 2
// Notifications wake workers at once; retries and deferred jobs send none, so their time is looked up, for all at once.
const DUE_CHECK_MS = 1_000
// Only a backstop for the two above.
const POLL_SECONDS = 300
const REPORT_AGAIN_MS = 30_000

export function createJobs(options: {
  database: Database
  log: Log
  listener: Listener
  metrics: Metrics
  mask(text: string): string
}): Jobs {
  const { database, log, listener, metrics, mask } = options
  const turnstile = createTurnstile({ atOnce: RUNNING_AT_ONCE })
  const narrow = createTurnstile({ atOnce: STATEMENTS_AT_ONCE })
  const workers = new Map<string, string[]>()
  let names = new Set<string>()
  let boss: PgBoss | undefined
  let dueCheck: NodeJS.Timeout | undefined
  let schedule: ReturnType<typeof startSchedule> | undefined
  let stopping = false
  let reportedAt = 0

  // Measured: 60 ms when its tables are made, 5 ms at every later start, 5 MB.
  function createBoss(runs: boolean): PgBoss {
    const created = new PgBoss({
      schema: JOBS_SCHEMA,
      // The platform's own pool and listening connection: no further ones are opened.
      db: {
        executeSql: (text, values) => narrow(() => database.pool.query(text, values)),
        async listen(channel, onNotification, onReconnect) {
          const unlisten = await listener.listen(channel, onNotification, onReconnect)
          return { close: unlisten }
        },
      },
      useListenNotify: runs,
      supervise: runs,
      schedule: false,
      superviseIntervalSeconds: 30,
      monitorIntervalSeconds: 30,
      // Each of these writes to the database however idle it is; we use neither flows nor background migrations.
      flowIntervalSeconds: 3_600,
      bamIntervalSeconds: 600,
      reindex: false,
      monitorVacuum: false,
    })
    created.on("error", report)
    created.on("warning", ({ message, data }) => log.warn(`The job queue warns: ${message}`, { data }))
    return created
  }

  /** While the database is away every check fails: one line tells it, not one a second. */
  function report(error: unknown): void {
    if (stopping || Date.now() - reportedAt < REPORT_AGAIN_MS) return
    reportedAt = Date.now()
    log.warn("The job queue cannot do its work right now; it tries again by itself.", { error })
  }

  async function work<Job extends JobDefinition>(on: PgBoss, job: Job, run: (job: Job, run: JobRun) => Promise<void>) {
    const ids: string[] = []
    const polling = { pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS }
    for (let count = 0; count < WORKERS_PER_JOB; count++) {
      const id: string = await on.work<Payload, object>(
        job.name,
        { ...polling, batchSize: 1, perJobResults: true },
        async (batch: BossJob<Payload>[]) => {
          const results = await Promise.all(batch.map((one) => settle(job, one, run)))
          // Whoever found work looks for more before it goes to sleep.
          on.notifyWorker(id)
          return results
        },
      )
      ids.push(id)
    }
    workers.set(job.name, ids)
  }

  async function settle<Job extends JobDefinition>(
    job: Job,
    { id, data: payload, retryCount }: BossJob<Payload>,
    run: (job: Job, run: JobRun) => Promise<void>,
  ) {
    const correlationId = payload.correlationId ?? randomUUID()
    const attempt = retryCount + 1
    const startedAt = performance.now()
    const done = (outcome: "completed" | "failed") => {
      metrics.count("countersign_jobs_total", { job: job.name, outcome })
      metrics.observe("countersign_job_duration_seconds", { job: job.name }, (performance.now() - startedAt) / 1000)
    }
    try {
      const slot = payload.slot ? { slot: new Date(payload.slot) } : {}
      const { data, causation = [] } = payload
      await turnstile(() => run(job, { name: job.name, data, correlationId, causation, id, attempt, ...slot }))
      done("completed")
      return { id, status: "completed" as const }
    } catch (error) {
      done("failed")
      log.warn(`The job ${job.name} failed; it is tried again unless it has failed too often.`, {
        correlationId,
        attempt,
        error,
      })
      return { id, status: "failed" as const, output: { message: mask(String((error as Error)?.message ?? error)) } }
    }
  }

  async function wakeWhereDue(on: PgBoss): Promise<void> {
    try {
      const { rows } = await database.pool.query<{ name: string }>(
        `SELECT wanted.name FROM unnest($1::text[]) AS wanted(name) WHERE EXISTS (
           SELECT 1 FROM ${JOBS_SCHEMA}.job j WHERE j.name = wanted.name AND j.state < 'active' AND j.start_after <= now())`,
        [[...workers.keys()]],
      )
      for (const { name } of rows) for (const id of workers.get(name) ?? []) on.notifyWorker(id)
    } catch (error) {
      report(error)
    }
    if (!stopping) dueCheck = setTimeout(() => void wakeWhereDue(on), DUE_CHECK_MS)
  }

  return {
    async enqueue(transaction, name, data, { after, singletonKey, correlationId, causation = [] }) {
      if (!boss) throw new DeveloperError(`The job ${name} was enqueued before the platform was started.`)
      if (!names.has(name))
        throw new DeveloperError(`No plugin declares the job "${name}". List it under "jobs" in its definePlugin.`)
      const payload: Payload = { data, correlationId, ...(causation.length > 0 ? { causation } : {}) }
      // Queues keep waiting jobs unique by key, so a job that nobody named gets a key of its own.
      const options = { singletonKey: singletonKey ?? randomUUID(), ...(after ? { startAfter: after } : {}) }
      await boss.send(name, payload, { db: statementsOf(transaction), ...options })
    },
    async start(jobs, run) {
      const created = createBoss(run !== null)
      await created.start()
      names = new Set(jobs.map((job) => job.name))
      await ensureQueues(created, [...names])
      boss = created
      if (!run) return
      // Together: one after the other, each would stand behind the first looks of all workers before it.
      await Promise.all(jobs.map((job) => work(created, job, run)))
      schedule = startSchedule({
        database,
        jobs: jobs.flatMap(({ name, schedule }) => (schedule ? [{ name, schedule }] : [])),
        async hand(transaction, name, slot) {
          const payload: Payload = { data: {}, slot: slot.toISOString() }
          // A run that still waits when the next is due stands for both.
          await created.send(name, payload, { db: statementsOf(transaction), singletonKey: "schedule" })
        },
        onError: report,
      })
      dueCheck = setTimeout(() => void wakeWhereDue(created), DUE_CHECK_MS)
      metrics.gauge("countersign_jobs", "Jobs in the queue by state, as of the last minute.", async () => {
        const queues = await created.getQueues()
        const sum = (of: "readyCount" | "deferredCount" | "activeCount" | "queuedCount", only = (_: string) => true) =>
          queues.filter(({ name }) => only(name)).reduce((total, queue) => total + queue[of], 0)
        const live = (name: string) => name !== DEAD_LETTER
        return [
          { labels: { state: "ready" }, value: sum("readyCount", live) },
          { labels: { state: "deferred" }, value: sum("deferredCount", live) },
          { labels: { state: "active" }, value: sum("activeCount", live) },
          { labels: { state: "dead" }, value: sum("queuedCount", (name) => !live(name)) },
        ]
      })
    },
    async stop(graceMs) {
      stopping = true
      clearTimeout(dueCheck)
      await schedule?.stop()
      if (!boss) return
      const finished = Promise.all([...workers.keys()].map((name) => boss!.offWork(name, { wait: true })))
      let cut: NodeJS.Timeout | undefined
      await Promise.race([finished, new Promise((resolve) => (cut = setTimeout(resolve, graceMs)))])
      clearTimeout(cut)
      await boss.stop({ graceful: false })
    },
  }
}

/** pg-boss's statements inside a transaction of ours. */
function statementsOf(transaction: LazyTransaction) {
  return { executeSql: async (text: string, values?: unknown[]) => ({ rows: await transaction.query(text, values) }) }
}
