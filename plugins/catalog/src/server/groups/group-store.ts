import { randomUUID } from "node:crypto"
import { byCloseness, instant, keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import { type Group, type GroupOverview, STATUSES, type StatusCounts } from "../../contract.ts"
import { withConstraints } from "../refusals.ts"

const SORT_COLUMNS = {
  name: { expression: sql`g.name_key`, type: "text" },
  updatedAt: { expression: sql`g.updated_at`, type: "timestamptz" },
  createdAt: { expression: sql`g.created_at`, type: "timestamptz" },
} as const

const GROUP = sql`g.id, g.name, g.description, g.version,
  ${instant(sql`g.created_at`)} AS "createdAt", ${instant(sql`g.updated_at`)} AS "updatedAt"`

/** Counts of systems (as `s`) by status, for a GROUP BY. */
export const STATUS_COUNTS = sql`jsonb_build_object(
  'healthy', count(s.id) FILTER (WHERE s.status = 'healthy'),
  'unknown', count(s.id) FILTER (WHERE s.status = 'unknown'),
  'maintenance', count(s.id) FILTER (WHERE s.status = 'maintenance'),
  'degraded', count(s.id) FILTER (WHERE s.status = 'degraded'),
  'unhealthy', count(s.id) FILTER (WHERE s.status = 'unhealthy'),
  'notReported', count(s.id) FILTER (WHERE s.id IS NOT NULL AND s.status IS NULL))`

interface GroupRow extends Group {
  counts: StatusCounts
  [column: string]: unknown
}

export async function listGroups(
  tx: Tx,
  request: PageRequest & { text?: string | undefined },
  visible: SQL,
  condition: SQL | undefined,
): Promise<Page<GroupOverview>> {
  const columns = { ...SORT_COLUMNS, match: byCloseness(request.text, { name: sql`g.name` }) }
  const page = keyset(request, columns, { expression: sql`g.id`, type: "uuid" })
  const result = await tx.execute<GroupRow & { mark: string }>(sql`
    SELECT ${GROUP}, ${counts(visible)}, ${page.mark} AS mark FROM catalog.system_group g
    WHERE ${page.where(condition) ?? sql`true`}
    ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    result.rows,
    (row) => row.id,
    ({ mark: _, ...row }) => toOverview(row as GroupRow),
  )
}

export async function findGroupOverview(tx: Tx, id: string, visible: SQL): Promise<GroupOverview | null> {
  const result = await tx.execute<GroupRow>(
    sql`SELECT ${GROUP}, ${counts(visible)} FROM catalog.system_group g WHERE g.id = ${id}::uuid`,
  )
  return result.rows[0] ? toOverview(result.rows[0]) : null
}

export async function findGroup(tx: Tx, id: string): Promise<Group | null> {
  const [group] = await readGroups(tx, sql`g.id = ${id}::uuid`)
  return group ?? null
}

export async function readGroups(tx: Tx, condition: SQL): Promise<Group[]> {
  const result = await tx.execute<Group & Record<string, unknown>>(
    sql`SELECT ${GROUP} FROM catalog.system_group g WHERE ${condition} ORDER BY g.name_key`,
  )
  return result.rows
}

export async function insertGroup(tx: Tx, group: { name: string; description: string }, at: Date): Promise<string> {
  const id = randomUUID()
  await withConstraints(group.name, () =>
    tx.execute(sql`
      INSERT INTO catalog.system_group (id, name, description, created_at, updated_at)
      VALUES (${id}::uuid, ${group.name}, ${group.description}, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)`),
  )
  return id
}

/** False when the group is gone or was changed since that version. */
export async function updateGroup(
  tx: Tx,
  { id, version }: { id: string; version: number },
  changes: { name?: string | undefined; description?: string | undefined },
  at: Date,
): Promise<boolean> {
  const result = await withConstraints(changes.name, () =>
    tx.execute(sql`
      UPDATE catalog.system_group SET name = coalesce(${changes.name ?? null}, name),
        description = coalesce(${changes.description ?? null}, description),
        version = version + 1, updated_at = ${at.toISOString()}::timestamptz
      WHERE id = ${id}::uuid AND version = ${version}`),
  )
  return result.rowCount === 1
}

export async function deleteGroup(tx: Tx, id: string, version: number | undefined): Promise<boolean> {
  const unchanged = version === undefined ? sql`true` : sql`version = ${version}`
  const result = await tx.execute(sql`DELETE FROM catalog.system_group WHERE id = ${id}::uuid AND ${unchanged}`)
  return result.rowCount === 1
}

export function sumOf(counts: StatusCounts): number {
  return counts.healthy + counts.unknown + counts.maintenance + counts.degraded + counts.unhealthy + counts.notReported
}

/** The worst status that any of the counted systems has; null when nobody reported on any of them. */
export function worstOf(counts: StatusCounts): (typeof STATUSES)[number] | null {
  return STATUSES.toReversed().find((status) => counts[status] > 0) ?? null
}

function counts(visible: SQL): SQL {
  return sql`(SELECT ${STATUS_COUNTS} FROM catalog.group_member m JOIN catalog.system s ON s.id = m.system_id
    WHERE m.group_id = g.id AND ${visible}) AS counts`
}

function toOverview(row: GroupRow): GroupOverview {
  return { ...row, systemCount: sumOf(row.counts), status: worstOf(row.counts) }
}
