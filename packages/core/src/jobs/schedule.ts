import { CronExpressionParser } from "cron-parser"
import type { Database } from "../db/database.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { DeveloperError } from "../errors.ts"

export interface Scheduled {
  readonly name: string
  /** Cron, in UTC. */
  readonly schedule: string
}

// Slots that fell due while the database was away are found by this look at the latest.
const LONGEST_WAIT_MS = 15_000
// A look that comes a little early, because clocks run unevenly, would find nothing and wait for a whole turn.
const MARGIN_MS = 20

/**
 * Hands each slot of each schedule out once across servers: the row that remembers the last slot and the job that runs it
 * commit together. (pg-boss tells slots apart by the minute in which it looks, so one that is looked at on both sides of a
 * full minute runs twice.) Only the database's clock counts. Slots nobody handed out in time are made up for by one run.
 */
export function startSchedule(options: {
  database: Database
  jobs: readonly Scheduled[]
  hand(transaction: LazyTransaction, name: string, slot: Date): Promise<void>
  onError(error: unknown): void
}): { stop(): Promise<void> } {
  const { database, jobs, hand, onError } = options
  for (const { name, schedule } of jobs) assertCron(name, schedule)
  let timer: NodeJS.Timeout | undefined
  let stopped = jobs.length === 0
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    let waitMs = LONGEST_WAIT_MS
    try {
      const { now, last } = await readSlots()
      for (const { name, schedule } of jobs) {
        const slot = latestSlot(schedule, now)
        const seen = last.get(name)
        if (seen === undefined || seen < slot) await claim(name, slot, seen === undefined)
        waitMs = Math.min(waitMs, nextSlot(schedule, now).getTime() - now.getTime() + MARGIN_MS)
      }
    } catch (error) {
      onError(error)
    }
    if (!stopped) timer = setTimeout(lookAgain, waitMs)
  }

  function lookAgain(): void {
    looking = look()
  }

  async function readSlots(): Promise<{ now: Date; last: Map<string, Date> }> {
    const { rows } = await database.pool.query<{ now: Date; slots: Record<string, string> | null }>(
      `SELECT clock_timestamp() AS now,
         (SELECT jsonb_object_agg(job, last_slot) FROM platform.schedule WHERE job = ANY($1)) AS slots`,
      [jobs.map(({ name }) => name)],
    )
    const slots = Object.entries(rows[0]?.slots ?? {})
    return { now: rows[0]!.now, last: new Map(slots.map(([name, slot]) => [name, new Date(slot)])) }
  }

  /** A schedule that is new begins with its next slot. */
  async function claim(name: string, slot: Date, isNew: boolean): Promise<void> {
    const transaction = new LazyTransaction(database, "write")
    try {
      const claimed = await transaction.query(
        isNew
          ? "INSERT INTO platform.schedule (job, last_slot) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING job"
          : "UPDATE platform.schedule SET last_slot = $2 WHERE job = $1 AND last_slot < $2 RETURNING job",
        [name, slot],
      )
      if (claimed.length === 1 && !isNew) await hand(transaction, name, slot)
      await transaction.commit()
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }

  if (!stopped) lookAgain()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}

function assertCron(name: string, schedule: string): void {
  const problem = cronProblem(schedule)
  if (problem) throw new DeveloperError(`The job ${name} has the schedule "${schedule}", which is no cron: ${problem}.`)
}

export function cronProblem(schedule: string): string | null {
  try {
    nextSlot(schedule, new Date())
    return null
  } catch (error) {
    return (error as Error).message
  }
}

function latestSlot(schedule: string, now: Date): Date {
  // `prev` leaves out the very instant it is asked for.
  return parse(schedule, new Date(now.getTime() + 1))
    .prev()
    .toDate()
}

function nextSlot(schedule: string, now: Date): Date {
  return parse(schedule, now).next().toDate()
}

function parse(schedule: string, currentDate: Date) {
  return CronExpressionParser.parse(schedule, { tz: "UTC", currentDate })
}
