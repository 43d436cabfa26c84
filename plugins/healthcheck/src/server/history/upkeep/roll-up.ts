import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { addUp, addUpFailures } from "../add-up.ts"
import { encode, type Histogram, mergeEncoded } from "../histogram.ts"
import { integers } from "../sources.ts"
import { type Part, replaceParts } from "./part-store.ts"

/** So long after its end an hour is added up: by then nearly all that belongs to it has come. */
const DUE = sql`platform.now() - interval '5 minutes'`
/**
 * Targets that are added up at once. An hour of so many at 5 s, 36,000 runs, takes 110 ms of processor time (`npm run bench roll-up`);
 * nobody is kept waiting for 200.
 */
const SLICE = 50

/** Queues the next hour that is over, for every target that ran in it. False: there is none, or another server does it. */
export function queueHour(tx: Tx): Promise<boolean> {
  return tx.transaction(async (t) => {
    const { rows } = await t.execute<{ hour: string }>(sql`
      SELECT rolled_until::text AS hour FROM healthcheck.history
      WHERE rolled_until + interval '1 hour' <= ${DUE}
      FOR UPDATE SKIP LOCKED`)
    const [next] = rows
    if (!next) return false
    await t.execute(sql`
      INSERT INTO healthcheck.dirty_hour (at, target_id)
      SELECT ${next.hour}::timestamptz, target.id FROM healthcheck.target
      WHERE EXISTS (SELECT FROM healthcheck.run WHERE run.target_id = target.id
        AND run.at >= ${next.hour}::timestamptz AND run.at < ${next.hour}::timestamptz + interval '1 hour')
      ORDER BY target.id ON CONFLICT (at, target_id) DO UPDATE SET at = excluded.at`)
    // After a long rest the days are passed over that have no partition, and so no run: hour by hour, two years took 19 s.
    await t.execute(sql`
      UPDATE healthcheck.history SET rolled_until = greatest(rolled_until + interval '1 hour', raw_from, least(date_trunc('hour', ${DUE}, 'UTC'), (
        SELECT min((right(relname, 8) || ' 00:00:00+00')::timestamptz) FROM pg_inherits JOIN pg_class ON oid = inhrelid
        WHERE inhparent = 'healthcheck.run'::regclass AND relname >= 'run_' || to_char(rolled_until AT TIME ZONE 'UTC', 'YYYYMMDD'))))`)
    return true
  })
}

/** Adds up one slice of the oldest dirty hour. Answers how many targets it had; none: there is nothing to do for this server. */
export function rollUpHours(tx: Tx): Promise<number> {
  return tx.transaction(async (t) => {
    const taken = await take(t, "dirty_hour", sql`at < (SELECT rolled_until FROM healthcheck.history)`)
    if (!taken) return 0
    // Only now, by a statement of its own: whoever stored a late run let go of its mark by committing, and is seen from here on.
    const parts = await addUpRuns(t, taken)
    await replaceParts(t, "hourly", taken, parts)
    await t.execute(sql`
      INSERT INTO healthcheck.dirty_day (at, target_id)
      SELECT date_trunc('day', ${taken.at}::timestamptz, 'UTC'), target_id FROM unnest(${integers(taken.targetIds)}) target_id
      ORDER BY target_id ON CONFLICT (at, target_id) DO UPDATE SET at = excluded.at`)
    return taken.targetIds.length
  })
}

/** Adds up one slice of the oldest dirty day that is over and whose hours are done. */
export function rollUpDays(tx: Tx): Promise<number> {
  return tx.transaction(async (t) => {
    const taken = await take(
      t,
      "dirty_day",
      sql`at + interval '24 hours' <= (SELECT rolled_until FROM healthcheck.history)
        AND NOT EXISTS (SELECT FROM healthcheck.dirty_hour hour
          WHERE hour.at >= dirty_day.at AND hour.at < dirty_day.at + interval '24 hours' AND hour.target_id = dirty_day.target_id)`,
    )
    if (!taken) return 0
    await replaceParts(t, "daily", taken, await addUpHours(t, taken))
    return taken.targetIds.length
  })
}

export interface Taken {
  at: string
  targetIds: number[]
}

/** Marks are taken away first: whoever makes it dirty again waits for this transaction and marks it anew. */
async function take(t: Tx, table: "dirty_hour" | "dirty_day", due: ReturnType<typeof sql>): Promise<Taken | null> {
  const dirty = sql.raw(`healthcheck.${table}`)
  // As a WITH, not as an IN: Postgres may ask what stands in an IN again for every row, and took 5,000 targets at once.
  const { rows } = await t.execute<{ at: string; target_id: number }>(sql`
    WITH slice AS MATERIALIZED (
      SELECT at, target_id FROM ${dirty} WHERE at = (SELECT min(at) FROM ${dirty} WHERE ${due}) AND ${due}
      ORDER BY target_id LIMIT ${SLICE} FOR UPDATE SKIP LOCKED)
    DELETE FROM ${dirty} marked USING slice WHERE marked.at = slice.at AND marked.target_id = slice.target_id
    RETURNING marked.at::text AS at, marked.target_id`)
  return rows[0] ? { at: rows[0].at, targetIds: rows.map(({ target_id }) => target_id) } : null
}

async function addUpRuns(t: Tx, { at, targetIds }: Taken): Promise<Part[]> {
  const ofHour = sql`FROM healthcheck.run WHERE run.target_id = ANY(${integers(targetIds)})
    AND run.at >= ${at}::timestamptz AND run.at < ${at}::timestamptz + interval '1 hour'`
  const sums = await addUp(t, sql`run.target_id`, ofHour)
  const failed = await addUpFailures(t, sql`run.target_id`, ofHour)
  return sums.map(({ key, histogram, ...sum }) => ({
    ...sum,
    targetId: key,
    histogram: encode(histogram),
    failedAssertions: failed.get(key) ?? null,
  }))
}

async function addUpHours(t: Tx, { at, targetIds }: Taken): Promise<Part[]> {
  const { rows } = await t.execute<Part & Record<string, unknown>>(sql`
    SELECT target_id AS "targetId", ok, degraded, failed, missed, in_maintenance AS "inMaintenance", histogram,
      max_ms AS "maxMs", failed_assertions AS "failedAssertions"
    FROM healthcheck.hourly WHERE target_id = ANY(${integers(targetIds)}) AND at >= ${at}::timestamptz
      AND at < ${at}::timestamptz + interval '24 hours'`)
  const byTarget = Map.groupBy(rows, ({ targetId }) => targetId)
  return [...byTarget.values()].map(sumParts)
}

function sumParts(parts: Part[]): Part {
  const [{ targetId }] = parts as [Part]
  const histogram: Histogram = new Map()
  const failed: Record<string, number> = {}
  const sum = { ok: 0, degraded: 0, failed: 0, missed: 0, inMaintenance: 0, maxMs: null as number | null }
  for (const part of parts) {
    mergeEncoded(histogram, part.histogram)
    for (const [place, times] of Object.entries(part.failedAssertions ?? {}))
      failed[place] = (failed[place] ?? 0) + times
    for (const key of ["ok", "degraded", "failed", "missed", "inMaintenance"] as const) sum[key] += part[key]
    if (part.maxMs !== null) sum.maxMs = Math.max(sum.maxMs ?? 0, part.maxMs)
  }
  const failedAssertions = Object.keys(failed).length > 0 ? failed : null
  return { targetId, ...sum, histogram: encode(histogram), failedAssertions }
}
