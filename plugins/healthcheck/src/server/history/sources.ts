import { type SQL, sql } from "drizzle-orm"
import type { Horizon, Stretch } from "./tiers.ts"

/** Where the runs of targets are found: `FROM ... WHERE ...`, over `part` for what is added up, over `run` for single runs. */
export interface Sources {
  parts: SQL[]
  runs: SQL[]
}

/**
 * What is dirty is taken from what it is made of, so an answer never waits for the worker: a day from its hours, an hour
 * from its runs. Unless those are gone; then what was added up before is all there is.
 */
export function sourcesOf(targetIds: readonly number[], stretches: readonly Stretch[], horizon: Horizon): Sources {
  const sources = stretches.map((stretch) => sourceOf(targetIds, stretch, horizon))
  return { parts: sources.flatMap(({ parts }) => parts), runs: sources.flatMap(({ runs }) => runs) }
}

function sourceOf(targetIds: readonly number[], stretch: Stretch, { rawFrom, hourlyFrom }: Horizon): Sources {
  const [from, to] = [time(stretch.from), time(stretch.to)]
  const ids = integers(targetIds)
  const inTime = (row: SQL) => sql`${row}.at >= ${from} AND ${row}.at < ${to}`
  const inRange = (row: SQL) => sql`${row}.target_id = ANY(${ids}) AND ${inTime(row)}`
  const [run, part, dirty] = [sql`run`, sql`part`, sql`dirty`]
  if (stretch.tier === "raw") return { parts: [], runs: [sql`FROM healthcheck.run WHERE ${inRange(run)}`] }

  const dirtyHours = sql`healthcheck.dirty_hour dirty WHERE ${inRange(dirty)} AND dirty.at >= ${time(rawFrom)}`
  const isClean = sql`NOT EXISTS (SELECT FROM healthcheck.dirty_hour dirty
    WHERE dirty.target_id = part.target_id AND dirty.at = part.at AND dirty.at >= ${time(rawFrom)})`
  // OFFSET 0: what is dirty is looked up mark by mark. Postgres would rather join it with all that the range has, a day of 1,000 targets for two hours.
  const runsOfDirtyHours = sql`FROM (SELECT dirty.target_id, dirty.at FROM ${dirtyHours}) dirty CROSS JOIN LATERAL (
      SELECT * FROM healthcheck.run WHERE run.target_id = dirty.target_id AND run.at >= dirty.at
        AND run.at < dirty.at + interval '1 hour' AND ${inTime(run)} OFFSET 0) run
    WHERE true`
  if (stretch.tier === "hourly")
    return {
      parts: [sql`FROM healthcheck.hourly part WHERE ${inRange(part)} AND ${isClean}`],
      runs: [runsOfDirtyHours],
    }

  const staleDays = sql`(SELECT dirty.target_id, dirty.at FROM healthcheck.dirty_day dirty
      WHERE ${inRange(dirty)} AND dirty.at >= ${time(hourlyFrom)}
    UNION SELECT dirty.target_id, date_trunc('day', dirty.at, 'UTC') FROM ${dirtyHours} AND dirty.at >= ${time(hourlyFrom)})`
  return {
    parts: [
      sql`FROM healthcheck.daily part WHERE ${inRange(part)}
        AND NOT EXISTS (SELECT FROM ${staleDays} stale WHERE stale.target_id = part.target_id AND stale.at = part.at)`,
      sql`FROM ${staleDays} stale CROSS JOIN LATERAL (
          SELECT * FROM healthcheck.hourly part WHERE part.target_id = stale.target_id AND part.at >= stale.at
            AND part.at < stale.at + interval '24 hours' AND ${inTime(part)} OFFSET 0) part
        WHERE ${isClean}`,
    ],
    runs: [runsOfDirtyHours],
  }
}

export function time(at: number): SQL {
  return sql`${new Date(at).toISOString()}::timestamptz`
}

export function integers(ids: readonly number[]): SQL {
  return sql`${sql.param([...ids])}::integer[]`
}
