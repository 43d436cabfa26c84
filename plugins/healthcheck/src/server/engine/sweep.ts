import { implement, type Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { healthcheckContract, type TargetStatus } from "../../contract.ts"
import { afterSilence } from "./status/next-status.ts"
import { tellChanges } from "./tell-changes.ts"

/** Targets of which nothing was heard for three intervals, at least a minute, are unknown from now on. */
export const noteSilence = implement(healthcheckContract.noteSilence, async (ctx) => {
  const silent = await markSilent(ctx.tx)
  const runAt = await ctx.now()
  await tellChanges(
    ctx,
    silent.map((one) => ({
      ...one,
      after: "unknown" as const,
      reason: "No run came in three intervals.",
      failing: [],
      runAt,
    })),
  )
  return { silent: silent.length }
})

interface SilentTarget extends Record<string, unknown> {
  targetId: number
  checkId: string
  checkName: string
  assignmentId: string
  systemId: string
  environmentId: string | null
  before: TargetStatus
}

async function markSilent(tx: Tx): Promise<SilentTarget[]> {
  const { memory } = afterSilence()
  const { rows } = await tx.execute<SilentTarget>(sql`
    WITH silent AS (
      SELECT st.target_id, st.status FROM healthcheck.state st JOIN healthcheck.schedule s USING (target_id)
      WHERE s.next_at IS NOT NULL AND st.status <> 'unknown'
        AND greatest(st.last_at, st.since, s.since) < platform.now() - greatest(3 * s.interval_ms, 60000) * interval '1 millisecond'
      ORDER BY st.target_id LIMIT ${MOST_AT_ONCE} FOR UPDATE OF st SKIP LOCKED),
    marked AS (
      UPDATE healthcheck.state st SET status = 'unknown', since = platform.now(), flapping = false, memory = ${JSON.stringify(memory)}::jsonb
      FROM silent WHERE st.target_id = silent.target_id)
    SELECT t.id AS "targetId", t.check_id AS "checkId", c.name AS "checkName", t.assignment_id AS "assignmentId",
      t.system_id AS "systemId", t.environment_id AS "environmentId", silent.status AS before
    FROM silent JOIN healthcheck.target t ON t.id = silent.target_id JOIN healthcheck."check" c ON c.id = t.check_id
    ORDER BY t.system_id, t.id`)
  return rows
}

const MOST_AT_ONCE = 500
