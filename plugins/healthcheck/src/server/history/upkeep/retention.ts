import type { Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { forgetTargets } from "../forget-targets.ts"
import { time } from "../sources.ts"
import { DAY, floorTo, readHorizon } from "../tiers.ts"
import { dropOldestDay } from "./partitions.ts"

/** In days, for each tier. */
export interface Kept {
  rawDays: number
  hourlyDays: number
  dailyDays: number
}

/** Rows that are deleted at once: of 735,000 hours 5,000 took 7 to 22 ms. */
const SLICE = 5_000

/** Lets go of what is older than it is kept. Each step is a transaction of its own; `isStopping` is asked between them. */
export async function letGo(
  tx: Tx,
  { rawDays, hourlyDays, dailyDays }: Kept,
  isStopping: () => boolean,
): Promise<void> {
  const { now } = await readHorizon(tx)
  const floor = (days: number) => floorTo(now - days * DAY, DAY)
  // A coarser tier is kept at least as long as the finer one, or days in between could not be told.
  const [raw, hourly] = [floor(rawDays), floor(Math.max(rawDays, hourlyDays))]
  const daily = floor(Math.max(rawDays, hourlyDays, dailyDays))
  const repeat = async (step: () => Promise<boolean>) => {
    while (!isStopping() && (await step()));
  }
  await repeat(() => dropOldestDay(tx, raw))
  await repeat(() => deleteSlice(tx, "healthcheck.maintenance", sql`NOT open AND ends_at < ${time(raw)}`))
  // Marks of what cannot be added up again.
  await repeat(() => deleteSlice(tx, "healthcheck.dirty_hour", sql`at < (SELECT raw_from FROM healthcheck.history)`))
  if (await hoursMayGo(tx, hourly)) await repeat(() => deleteSlice(tx, "healthcheck.hourly", sql`at < ${time(hourly)}`))
  await repeat(() => deleteSlice(tx, "healthcheck.dirty_day", sql`at < (SELECT hourly_from FROM healthcheck.history)`))
  await repeat(() => deleteSlice(tx, "healthcheck.daily", sql`at < ${time(daily)}`))
  await forgetEnded(tx, daily)
}

/** First nobody reads them any more, then they are deleted; and only when the days they belong to are added up. */
async function hoursMayGo(tx: Tx, before: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    UPDATE healthcheck.history SET hourly_from = greatest(hourly_from, ${time(before)})
    WHERE rolled_until >= ${time(before)}
      AND NOT EXISTS (SELECT FROM healthcheck.dirty_day WHERE at < ${time(before)} AND at >= hourly_from)
      AND NOT EXISTS (SELECT FROM healthcheck.dirty_hour WHERE at < ${time(before)} AND at >= raw_from)`)
  return rowCount === 1
}

async function deleteSlice(tx: Tx, table: string, where: SQL): Promise<boolean> {
  const name = sql.raw(table)
  const { rowCount } = await tx.execute(
    sql`DELETE FROM ${name} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${name} WHERE ${where} LIMIT ${SLICE}))`,
  )
  return rowCount === SLICE
}

/** Targets that ended so long ago that nothing of them is left. */
async function forgetEnded(tx: Tx, before: number): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    SELECT id FROM healthcheck.target WHERE ended_at < ${time(before)} LIMIT ${SLICE}`)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await tx.transaction((t) => forgetTargets(t, ids))
}

/** Deletes what a forgotten target left: a day of its runs at a time, at most 17,280 of them in 8 to 56 ms. False: there is none. */
export async function forgetHistory(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ id: number; days: string[] }>(sql`
    SELECT target_id AS id, ARRAY(SELECT DISTINCT right(relname, 8) FROM pg_inherits JOIN pg_class ON oid = inhrelid
      WHERE inhparent IN ('healthcheck.run'::regclass, 'healthcheck.result'::regclass) ORDER BY 1) AS days
    FROM healthcheck.forgotten_target ORDER BY target_id LIMIT 1`)
  const [forgotten] = rows
  if (!forgotten) return false
  for (const day of forgotten.days)
    for (const table of ["run", "result"])
      await tx.execute(sql`DELETE FROM ${sql.raw(`healthcheck.${table}`)} WHERE target_id = ${forgotten.id}
        AND at >= ${`${day} 00:00:00+00`}::timestamptz AND at < ${`${day} 00:00:00+00`}::timestamptz + interval '24 hours'`)
  for (const table of ["hourly", "daily", "dirty_hour", "dirty_day", "remark"])
    await tx.execute(sql`DELETE FROM ${sql.raw(`healthcheck.${table}`)} WHERE target_id = ${forgotten.id}`)
  await tx.execute(sql`DELETE FROM healthcheck.forgotten_target WHERE target_id = ${forgotten.id}`)
  return true
}
