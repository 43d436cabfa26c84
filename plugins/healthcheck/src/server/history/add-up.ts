import type { Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { add, bucketOf, type Histogram } from "./histogram.ts"

/** How runs ended; the first three are those outside maintenance. */
export interface RunCounts {
  ok: number
  degraded: number
  failed: number
  missed: number
  inMaintenance: number
}

export interface RunSum extends RunCounts {
  histogram: Histogram
  maxMs: number | null
}

/** Columns of `healthcheck.run` as counts. A row of a missed one may stand for many. */
export const COUNTED_RUNS = sql`count(*) FILTER (WHERE run.outcome = 0 AND NOT run.in_maintenance) AS ok,
  count(*) FILTER (WHERE run.outcome = 1 AND NOT run.in_maintenance) AS degraded,
  count(*) FILTER (WHERE run.outcome = 2 AND NOT run.in_maintenance) AS failed,
  coalesce(sum(coalesce(run.slots, 1)) FILTER (WHERE run.outcome = 3), 0) AS missed,
  count(*) FILTER (WHERE run.outcome <> 3 AND run.in_maintenance) AS in_maintenance`

/**
 * Runs whose duration counts: those that got an answer, outside maintenance. A refused connection is no fast answer, and
 * one that timed out took as long as it was let.
 */
export const TIMED = sql`(run.ms IS NOT NULL AND NOT run.in_maintenance
  AND (run.outcome < 2 OR (run.outcome = 2 AND run.failed_assertions IS NOT NULL)))`

/** Adds up single runs (`source`: `FROM ... WHERE ...` over `run`) by a whole number. Postgres counts, and only counts come here. */
export async function addUp(tx: Tx, key: SQL, source: SQL): Promise<(RunSum & { key: number })[]> {
  const { rows } = await tx.execute<
    RunCounts & { key: number; maxMs: number | null; buckets: string | null } & Row
  >(sql`
    SELECT key, sum(ok)::integer AS ok, sum(degraded)::integer AS degraded, sum(failed)::integer AS failed,
      sum(missed)::integer AS missed, sum(in_maintenance)::integer AS "inMaintenance", max(max_ms) AS "maxMs",
      string_agg(bucket || ' ' || timed, ' ') FILTER (WHERE bucket IS NOT NULL) AS buckets
    FROM (SELECT ${key} AS key, CASE WHEN ${TIMED} THEN ${bucketOf(sql`run.ms`)} END AS bucket, ${COUNTED_RUNS},
        count(*) AS timed, max(run.ms) FILTER (WHERE ${TIMED}) AS max_ms
      ${source} GROUP BY 1, 2) counted
    GROUP BY key`)
  return rows.map(({ buckets, ...sum }) => ({ ...sum, histogram: readBuckets(buckets ?? "") }))
}

/** How often each assertion did not hold, by its place, for each key. */
export async function addUpFailures(tx: Tx, key: SQL, source: SQL): Promise<Map<number, Record<string, number>>> {
  const { rows } = await tx.execute<{ key: number; failed: Record<string, number> }>(sql`
    SELECT key, jsonb_object_agg(place, times) AS failed
    FROM (SELECT key, place, count(*) AS times
      FROM (SELECT ${key} AS key, run.failed_assertions ${source} AND run.outcome <> 0 AND NOT run.in_maintenance) failed,
        unnest(failed.failed_assertions) place GROUP BY 1, 2) counted
    GROUP BY key`)
  return new Map(rows.map((row) => [row.key, row.failed]))
}

type Row = Record<string, unknown>

/** `310 4 311 17`: bucket and count, in turn. */
function readBuckets(text: string): Histogram {
  const histogram: Histogram = new Map()
  if (text === "") return histogram
  const numbers = text.split(" ")
  for (let at = 0; at < numbers.length; at += 2) add(histogram, Number(numbers[at]), Number(numbers[at + 1]))
  return histogram
}
