import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { markHours } from "../dirty-hours.ts"
import { inMaintenance } from "./in-maintenance.ts"

// Of one target at 5 s that is 8,640 runs: 65 ms of processor time where all of them change (`npm run bench roll-up`).
const SLICE = sql`interval '12 hours'`

/**
 * Compares the runs of one stretch with the maintenance windows and marks those anew that were judged otherwise, half a day at a time. Their
 * hours are added up again. False: there is none to compare.
 */
export function remarkRuns(tx: Tx): Promise<boolean> {
  return tx.transaction(async (t) => {
    const { rows } = await t.execute<{
      id: string
      target_id: number
      from_at: string
      to_at: string
      more: boolean
    }>(sql`
      SELECT id, target_id, greatest(from_at, raw_from)::text AS from_at,
        least(to_at, greatest(from_at, raw_from) + ${SLICE})::text AS to_at, to_at > greatest(from_at, raw_from) + ${SLICE} AS more
      FROM healthcheck.remark, healthcheck.history ORDER BY id LIMIT 1 FOR UPDATE OF remark SKIP LOCKED`)
    const [stretch] = rows
    if (!stretch) return false
    const { id, target_id, from_at, to_at, more } = stretch
    const changed = await t.execute<{ hour: string }>(sql`
      WITH misjudged AS (
        DELETE FROM healthcheck.run USING healthcheck.target
        WHERE run.target_id = ${target_id} AND target.id = run.target_id AND run.at >= ${from_at}::timestamptz
          AND run.at < ${to_at}::timestamptz AND run.in_maintenance <> ${covered}
        RETURNING run.*),
      judged AS (
        INSERT INTO healthcheck.run (at, target_id, ms, outcome, tries, in_maintenance, failed_assertions, slots)
        SELECT at, target_id, ms, outcome, tries, NOT in_maintenance, failed_assertions, slots FROM misjudged RETURNING at)
      SELECT DISTINCT date_trunc('hour', at, 'UTC')::text AS hour FROM judged`)
    const hours = changed.rows.map(({ hour }) => ({ targetId: target_id, at: new Date(hour) }))
    if (hours.length > 0) await markHours(t, hours)
    await t.execute(
      more
        ? sql`UPDATE healthcheck.remark SET from_at = ${to_at}::timestamptz WHERE id = ${id}`
        : sql`DELETE FROM healthcheck.remark WHERE id = ${id}`,
    )
    return true
  })
}

const covered = inMaintenance({
  systemId: sql`target.system_id`,
  environmentId: sql`target.environment_id`,
  at: sql`run.at`,
})
