import { type Ctx, instant, type Tx, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import type { TargetView } from "../../contract/check.ts"
import { reachedTarget } from "./check-store.ts"

/** A target as the tables have it, with what it came to. */
export interface TargetRecord extends Omit<TargetView, "system" | "environment"> {
  checkId: string
  assignmentId: string
  systemId: string
  environmentId: string | null
}

const columns = sql`target.id, target.check_id AS "checkId", target.assignment_id AS "assignmentId",
  target.system_id AS "systemId", target.environment_id AS "environmentId", state.status,
  ${instant(sql`state.since`)} AS since, coalesce(state.flapping, false) AS flapping,
  ${instant(sql`state.last_at`)} AS "lastRunAt", nullif(state.last_outcome, 'missed') AS "lastOutcome",
  state.last_ms AS "lastDurationMs", coalesce(state.sentence, '') AS sentence,
  ${instant(sql`schedule.next_at`)} AS "nextRunAt",
  CASE WHEN heartbeat.token_hash IS NOT NULL THEN jsonb_build_object('calledAt', (SELECT ${instant(sql`max(beat.at)`)}
    FROM healthcheck.beat WHERE beat.target_id = target.id)) END AS heartbeat`

const tables = sql`healthcheck.target LEFT JOIN healthcheck.state ON state.target_id = target.id
  LEFT JOIN healthcheck.schedule ON schedule.target_id = target.id
  LEFT JOIN healthcheck.heartbeat ON heartbeat.target_id = target.id`

const isLive = sql`target.ended_at IS NULL`

/** Those of the checks that run, as far as the caller sees their systems; of one system alone where it is named. */
export async function targetsOfChecks(
  ctx: Ctx,
  checkIds: readonly string[],
  systemId?: string,
): Promise<TargetRecord[]> {
  if (checkIds.length === 0) return []
  const ofSystem = systemId === undefined ? sql`true` : sql`target.system_id = ANY(${uuids([systemId])})`
  return select(
    ctx.tx,
    sql`WHERE target.check_id = ANY(${uuids(checkIds)}) AND ${ofSystem} AND ${isLive} AND ${reachedTarget(ctx)}
      ORDER BY target.id`,
  )
}

export interface StatusQuestion {
  systemIds?: readonly string[] | undefined
  onlyFailing: boolean
  limit: number
}

/** What the caller's targets came to, the worst first. */
export async function targetsByStatus(ctx: Ctx, { systemIds, onlyFailing, limit }: StatusQuestion) {
  return select(
    ctx.tx,
    sql`JOIN healthcheck."check" ON "check".id = target.check_id
      WHERE ${isLive} AND ${reachedTarget(ctx)}
        AND ${systemIds ? sql`target.system_id = ANY(${uuids(systemIds)})` : sql`true`}
        AND ${onlyFailing ? sql`state.status IN ('unhealthy', 'degraded') AND "check".paused_at IS NULL` : sql`true`}
      ORDER BY array_position(ARRAY['unhealthy', 'degraded', 'unknown', 'healthy'], state.status), target.id
      LIMIT ${limit}`,
  )
}

async function select(tx: Tx, rest: SQL): Promise<TargetRecord[]> {
  const { rows } = await tx.execute(sql`SELECT ${columns} FROM ${tables} ${rest}`)
  return rows as unknown as TargetRecord[]
}

/** Where a check runs, whoever asks. */
export interface LiveTarget {
  id: number
  assignmentId: string
  systemId: string
  environmentId: string | null
}

export async function liveTargets(tx: Tx, checkId: string): Promise<LiveTarget[]> {
  const { rows } = await tx.execute(sql`
    SELECT id, assignment_id AS "assignmentId", system_id AS "systemId", environment_id AS "environmentId"
    FROM healthcheck.target WHERE check_id = ${checkId}::uuid AND ${isLive} ORDER BY id`)
  return rows as unknown as LiveTarget[]
}

/** Every target it ever had, ended ones included. */
export async function targetIdsOf(tx: Tx, checkId: string): Promise<number[]> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`SELECT id FROM healthcheck.target WHERE check_id = ${checkId}::uuid ORDER BY id`,
  )
  return rows.map(({ id }) => id)
}

/** What a check said before it was paused: the first run afterwards decides anew, and is told of. */
export async function forgetStatus(tx: Tx, checkId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE healthcheck.state SET status = NULL, since = NULL, flapping = false, memory = '{}' FROM healthcheck.target
    WHERE target.id = state.target_id AND target.check_id = ${checkId}::uuid AND ${isLive}`)
}
