import type { Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { integers } from "./sources.ts"

/**
 * From so long after its end on, storing a run marks its hour. Earlier than the hour is added up, after five minutes, by more than a
 * transaction may last that was begun before: one that hangs is ended after two.
 */
const MARKED_AFTER = sql`interval '2 minutes'`

/**
 * A statement that marks the hours of runs that came late, so that those are added up again; for the transaction that stores them, also
 * as a part of its WITH. `runs`: rows with `target_id` and `at`. Runs in time mark nothing.
 */
export function markLate(runs: SQL): SQL {
  return mark(
    sql`${runs} late WHERE date_trunc('hour', late.at, 'UTC') + interval '1 hour' + ${MARKED_AFTER} <= platform.now()`,
  )
}

/** The hours of runs that were marked otherwise, however recent. */
export async function markHours(tx: Tx, runs: readonly { targetId: number; at: Date }[]): Promise<void> {
  const instants = sql`${sql.param(runs.map(({ at }) => at.toISOString()))}::timestamptz[]`
  await tx.execute(
    mark(sql`unnest(${instants}, ${integers(runs.map(({ targetId }) => targetId))}) late(at, target_id)`),
  )
}

/** An hour that is marked already is touched all the same: whoever adds it up then waits for this transaction. In one order, for all. */
function mark(late: SQL): SQL {
  return sql`INSERT INTO healthcheck.dirty_hour (at, target_id)
    SELECT DISTINCT date_trunc('hour', late.at, 'UTC') AS hour, late.target_id FROM ${late} ORDER BY hour, target_id
    ON CONFLICT (at, target_id) DO UPDATE SET at = excluded.at`
}
