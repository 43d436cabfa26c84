import { type Tx, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"

/** Beyond the time of its tries: waiting for a place among the runs of one host, and storing what it brought back. */
const LEASE_MARGIN_MS = 5_000

export interface NewTarget {
  assignmentId: string
  checkId: string
  systemId: string
  /** Null: it runs without one. */
  environmentId: string | null
}

/**
 * Makes targets that run at once, then at their places in the interval of their check; those of a paused check wait until
 * it is resumed. One that there is already is left as it is. Answers the ids of the new ones.
 */
export async function placeTargets(tx: Tx, targets: readonly NewTarget[]): Promise<number[]> {
  if (targets.length === 0) return []
  const given = targets.map(({ assignmentId, checkId, systemId, environmentId }) => ({
    assignment_id: assignmentId,
    check_id: checkId,
    system_id: systemId,
    environment_id: environmentId,
  }))
  const { rows } = await tx.execute<{ id: number }>(sql`
    WITH placed AS (
      INSERT INTO healthcheck.target (assignment_id, check_id, system_id, environment_id, created_at)
      SELECT g.assignment_id, g.check_id, g.system_id, g.environment_id, platform.now()
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        AS g(assignment_id uuid, check_id uuid, system_id uuid, environment_id uuid)
      ON CONFLICT (assignment_id, environment_id, place) WHERE ended_at IS NULL DO NOTHING
      RETURNING id, check_id),
    scheduled AS (
      INSERT INTO healthcheck.schedule (target_id, interval_ms, phase_ms, lease_ms, next_at)
      SELECT p.id, ${INTERVAL_MS}, ${phaseOf(sql`p.id`)}, ${LEASE_MS}, CASE WHEN c.paused_at IS NULL THEN ${NOW} END
      FROM placed p JOIN healthcheck."check" c ON c.id = p.check_id),
    stated AS (INSERT INTO healthcheck.state (target_id) SELECT id FROM placed),
    awaited AS (
      INSERT INTO healthcheck.heartbeat (target_id, waiting_since)
      SELECT p.id, ${NOW} FROM placed p JOIN healthcheck."check" c ON c.id = p.check_id WHERE c.strategy_id = 'heartbeat')
    SELECT id FROM placed ORDER BY id`)
  return rows.map(({ id }) => id)
}

/** Which targets the functions below are about: these, or another condition on `t`. */
export function ofChecks(checkIds: readonly string[]): SQL {
  return sql`t.check_id = ANY(${uuids(checkIds)})`
}

export interface EndedTarget {
  id: number
  assignmentId: string
  systemId: string
  environmentId: string | null
}

/** They run no more, and what is running is dropped. Their history stays; whoever ends them withdraws what they reported. */
export async function endTargets(tx: Tx, which: SQL): Promise<EndedTarget[]> {
  const { rows } = await tx.execute<EndedTarget & Record<string, unknown>>(sql`
    WITH ended AS (
      UPDATE healthcheck.target t SET ended_at = platform.now() WHERE t.ended_at IS NULL AND ${which}
      RETURNING t.id, t.assignment_id AS "assignmentId", t.system_id AS "systemId", t.environment_id AS "environmentId"),
    unscheduled AS (DELETE FROM healthcheck.schedule s USING ended WHERE s.target_id = ended.id),
    deaf AS (DELETE FROM healthcheck.heartbeat h USING ended WHERE h.target_id = ended.id)
    SELECT * FROM ended ORDER BY id`)
  return rows
}

/**
 * After a check was changed: its targets take the new interval and run at once, so that what was changed shows. What is
 * running ran by the old configuration and is dropped.
 */
export async function rescheduleTargets(tx: Tx, which: SQL): Promise<void> {
  await tx.execute(sql`
    UPDATE healthcheck.schedule s SET interval_ms = ${INTERVAL_MS}, phase_ms = ${phaseOf(sql`t.id`)}, lease_ms = ${LEASE_MS},
      next_at = CASE WHEN c.paused_at IS NULL THEN ${NOW} END, suspect = false, since = ${NOW}, ${FREE}
    FROM healthcheck.target t JOIN healthcheck."check" c ON c.id = t.check_id
    WHERE s.target_id = t.id AND t.ended_at IS NULL AND ${which}`)
}

/** What is running is dropped. */
export async function pauseTargets(tx: Tx, which: SQL): Promise<void> {
  await tx.execute(sql`UPDATE healthcheck.schedule s SET next_at = NULL, ${FREE} FROM healthcheck.target t
    WHERE s.target_id = t.id AND ${which}`)
}

/** At once, then at their places. A heartbeat is waited for from now on. */
export async function resumeTargets(tx: Tx, which: SQL): Promise<void> {
  await tx.execute(sql`
    WITH resumed AS (
      UPDATE healthcheck.schedule s SET next_at = ${NOW}, since = ${NOW} FROM healthcheck.target t
      WHERE s.target_id = t.id AND s.next_at IS NULL AND ${which} RETURNING t.id)
    UPDATE healthcheck.heartbeat h SET waiting_since = ${NOW} FROM resumed WHERE h.target_id = resumed.id`)
}

/** Besides their interval. Those that are paused stay so. Answers how many. */
export async function runTargetsNow(tx: Tx, which: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    UPDATE healthcheck.schedule s SET next_at = least(s.next_at, ${NOW}) FROM healthcheck.target t
    WHERE s.target_id = t.id AND s.next_at IS NOT NULL AND ${which}`)
  return rowCount ?? 0
}

/** To the millisecond, which is what names a run over the API. */
const NOW = sql`date_trunc('milliseconds', platform.now())`
const FREE = sql`slot_at = NULL, lease = NULL, lease_until = NULL`
const INTERVAL_MS = sql`c.interval_seconds * 1000`
const LEASE_MS = sql`(c.timeout_seconds * 1000 * (c.retries + 1))::integer + ${sql.raw(String(LEASE_MARGIN_MS))}`

function phaseOf(targetId: SQL): SQL {
  return sql`healthcheck.phase_of(${targetId}, ${INTERVAL_MS})`
}
