import { instant, type Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Status, StatusReport } from "../../contract.ts"
import { withConstraints } from "../refusals.ts"

export interface StatusState {
  name: string
  status: Status | null
  since: string | null
}

/** One change of a system's status, as the timeline keeps it. */
export interface StatusChange {
  at: string
  status: Status | null
  source: string
  reason: string
  link: string | null
}

export async function readStatus(tx: Tx, systemId: string): Promise<StatusState | null> {
  const result = await tx.execute<{ name: string; status: Status | null; since: string | null }>(
    sql`SELECT name, status, ${instant(sql`status_since`)} AS since FROM catalog.system WHERE id = ${systemId}::uuid`,
  )
  return result.rows[0] ?? null
}

/** Worst first; of equals the one that has said so longest. */
export async function readReports(tx: Tx, systemId: string): Promise<StatusReport[]> {
  const result = await tx.execute<StatusReport & Record<string, unknown>>(sql`
    SELECT source, status, reason, link, ${instant(sql`r.since`)} AS since FROM catalog.status_report r
    WHERE system_id = ${systemId}::uuid
    ORDER BY array_position(ARRAY['unhealthy', 'degraded', 'maintenance', 'healthy'], status), r.since, source`)
  return result.rows
}

export async function putReport(tx: Tx, systemId: string, report: StatusReport): Promise<void> {
  const { source, status, reason, link, since } = report
  await withConstraints(undefined, () =>
    tx.execute(sql`
      INSERT INTO catalog.status_report (system_id, source, status, reason, link, since)
      VALUES (${systemId}::uuid, ${source}, ${status}, ${reason}, ${link}, ${since}::timestamptz)
      ON CONFLICT (system_id, source) DO UPDATE
      SET status = EXCLUDED.status, reason = EXCLUDED.reason, link = EXCLUDED.link, since = EXCLUDED.since`),
  )
}

export async function dropReport(tx: Tx, systemId: string, source: string): Promise<void> {
  await tx.execute(sql`DELETE FROM catalog.status_report WHERE system_id = ${systemId}::uuid AND source = ${source}`)
}

/** Keeps the status beside the system and appends to the timeline, never before the change that is already there. */
export async function recordChange(tx: Tx, systemId: string, change: StatusChange): Promise<void> {
  const { at, status, source, reason, link } = change
  await tx.execute(sql`
    WITH changed AS (
      UPDATE catalog.system SET status = ${status}, status_since = greatest(${at}::timestamptz, status_since)
      WHERE id = ${systemId}::uuid RETURNING id, status_since)
    INSERT INTO catalog.status_change (system_id, at, status, source, reason, link)
    SELECT id, status_since, ${status}, ${source}, ${reason}, ${link} FROM changed`)
}

export interface ChangesWithin {
  createdAt: string
  /** What held when the window began. */
  before: StatusChange | null
  changes: StatusChange[]
}

export async function readChanges(
  tx: Tx,
  systemId: string,
  window: { from: string; to: string },
): Promise<ChangesWithin | null> {
  const created = await tx.execute<{ createdAt: string }>(
    sql`SELECT ${instant(sql`created_at`)} AS "createdAt" FROM catalog.system WHERE id = ${systemId}::uuid`,
  )
  const system = created.rows[0]
  if (!system) return null
  const columns = sql`${instant(sql`c.at`)} AS at, status, source, reason, link FROM catalog.status_change c`
  const before = await tx.execute<StatusChange & Record<string, unknown>>(sql`
    SELECT ${columns} WHERE system_id = ${systemId}::uuid AND c.at <= ${window.from}::timestamptz
    ORDER BY c.at DESC, c.id DESC LIMIT 1`)
  const within = await tx.execute<StatusChange & Record<string, unknown>>(sql`
    SELECT ${columns} WHERE system_id = ${systemId}::uuid AND c.at > ${window.from}::timestamptz AND c.at < ${window.to}::timestamptz
    ORDER BY c.at, c.id`)
  return { createdAt: system.createdAt, before: before.rows[0] ?? null, changes: within.rows }
}
