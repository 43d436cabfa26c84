import { instant, type Tx, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
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

// The name of whoever reported over the API is looked up when it is read, so that a changed one shows everywhere.
export function reporterOf(source: SQL): SQL {
  return sql`CASE WHEN ${source} NOT LIKE 'api:%' THEN split_part(${source}, ':', 1) ELSE coalesce(
    (SELECT p.name FROM platform.person p WHERE p.id::text = split_part(${source}, ':', 2) AND p.erased_at IS NULL),
    (SELECT a.name FROM platform.application a WHERE a.id::text = split_part(${source}, ':', 2)), 'Somebody who left') END`
}

/** Worst first, of equals the one that has said so longest; those that do not count stand last. */
export async function readReports(tx: Tx, systemId: string): Promise<StatusReport[]> {
  const result = await tx.execute<StatusReport & Record<string, unknown>>(sql`
    SELECT r.source, ${reporterOf(sql`r.source`)} AS reporter, r.status, r.inherited, r.measured, r.covered, r.reason, r.link, ${instant(sql`r.since`)} AS since,
      CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('id', e.id, 'name', e.name) END AS environment
    FROM catalog.weighed_report r LEFT JOIN catalog.environment e ON e.id = r.environment_id
    WHERE r.system_id = ${systemId}::uuid
    ORDER BY r.covered, catalog.rank_of(r.status) DESC, r.since, r.source, r.environment_id NULLS FIRST`)
  return result.rows
}

/** What a source says of one environment of a system, or of the system as a whole. */
export interface GivenReport {
  systemId: string
  environmentId: string | null
  source: string
  /** Null: it says nothing any more. */
  status: Status | null
  inherited: boolean
  measured: boolean
  reason: string
  link: string | null
}

/** A system whose status became another, and the report that made it so. */
export interface MovedSystem {
  systemId: string
  name: string
  before: Status | null
  after: Status | null
  source: string
  reason: string
}

export interface Taken {
  /** Those that said something new, with what they replaced. */
  replaced: { systemId: string; name: string; source: string; before: object | null }[]
  moved: MovedSystem[]
}

/** In one round trip, whatever their number; each source speaks once of each environment. */
export async function putReports(tx: Tx, reports: readonly GivenReport[], at: Date): Promise<Taken> {
  const given = reports.map(({ systemId, environmentId, ...rest }) => ({
    system_id: systemId,
    environment_id: environmentId,
    ...rest,
  }))
  const { rows } = await withConstraints(undefined, () =>
    tx.execute<{ taken: Taken }>(
      sql`SELECT catalog.report(${JSON.stringify(given)}::jsonb, ${at.toISOString()}::timestamptz) AS taken`,
    ),
  )
  return rows[0]!.taken
}

interface Dropped {
  systemIds: string[]
  moved: MovedSystem[]
}

/** Drops reports (as `r`) that nobody withdraws, because what they were about or whoever made them is gone. */
export async function dropReports(tx: Tx, condition: SQL, at: Date): Promise<Dropped> {
  const found = await tx.execute<{ system_id: string }>(
    sql`SELECT DISTINCT r.system_id FROM catalog.status_report r WHERE ${condition} ORDER BY r.system_id`,
  )
  const systemIds = found.rows.map((row) => row.system_id)
  if (systemIds.length === 0) return { systemIds, moved: [] }
  const ids = uuids(systemIds)
  await tx.execute(sql`INSERT INTO catalog.status_turn AS t (system_id) SELECT id FROM unnest(${ids}) AS id ORDER BY id
    ON CONFLICT (system_id) DO UPDATE SET turn = t.turn + 1`)
  const dropped = await tx.execute<{ dropped: object[] }>(sql`
    WITH gone AS (DELETE FROM catalog.status_report r WHERE ${condition} RETURNING r.system_id, r.source, r.reason, r.link)
    SELECT coalesce(jsonb_agg(gone), '[]') AS dropped FROM gone`)
  const { rows } = await tx.execute<{ moved: MovedSystem[] }>(
    sql`SELECT catalog.settle(${ids}, ${JSON.stringify(dropped.rows[0]!.dropped)}::jsonb, ${at.toISOString()}::timestamptz) AS moved`,
  )
  return { systemIds, moved: rows[0]!.moved }
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
