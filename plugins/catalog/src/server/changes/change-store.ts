import { instant, keyset, type Page, type PageRequest, type Tx, uuids } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import type { Change } from "../../contract.ts"
import { withConstraints } from "../refusals.ts"
import { reporterOf } from "../status/status-store.ts"

export interface RecordedChange {
  id: string
  what: string
  release: string | null
  link: string | null
  environmentId: string | null
  source: string
  at: Date
  systemIds: readonly string[]
}

export async function insertChange(tx: Tx, change: RecordedChange): Promise<void> {
  const { id, what, release, link, environmentId, source, at, systemIds } = change
  await withConstraints(undefined, async () => {
    await tx.execute(sql`INSERT INTO catalog.change (id, what, release, link, environment_id, source, at)
      VALUES (${id}::uuid, ${what}, ${release}, ${link}, ${environmentId}::uuid, ${source}, ${at.toISOString()}::timestamptz)`)
    await tx.execute(sql`INSERT INTO catalog.change_system (change_id, system_id)
      SELECT ${id}::uuid, unnest(${uuids(systemIds)})`)
  })
}

/** Those that concern a system (as `s`) for which the conditions hold; of its systems, those that `visible` lets through. */
export async function listChanges(
  tx: Tx,
  request: PageRequest & { systemIds?: string[] | undefined; from?: string | undefined; to?: string | undefined },
  visible: SQL,
): Promise<Page<Change>> {
  const { systemIds, from, to } = request
  const page = keyset(request, { at: { expression: sql`c.at`, type: "timestamptz" } }, idColumn)
  const asked = systemIds ? sql`s.id = ANY(${uuids(systemIds)})` : sql`true`
  const result = await tx.execute<Change & { mark: string }>(sql`
    SELECT c.id, c.what, c.release, c.link, ${instant(sql`c.at`)} AS at, ${reporterOf(sql`c.source`)} AS recorder,
      (SELECT jsonb_build_object('id', e.id, 'name', e.name) FROM catalog.environment e WHERE e.id = c.environment_id) AS environment,
      (SELECT jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) ORDER BY s.name_key) FROM ${SYSTEMS} AND ${visible}) AS systems,
      ${page.mark} AS mark FROM catalog.change c
    WHERE ${page.where(
      sql`EXISTS (SELECT FROM ${SYSTEMS} AND ${asked} AND ${visible})`,
      from === undefined ? undefined : sql`c.at >= ${from}::timestamptz`,
      to === undefined ? undefined : sql`c.at < ${to}::timestamptz`,
    )} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    result.rows,
    (row) => row.id,
    ({ mark: _, ...change }) => change,
  )
}

export async function countChangesOf(tx: Tx, systemId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`SELECT count(*)::integer AS count FROM catalog.change_system WHERE system_id = ${systemId}::uuid`,
  )
  return rows[0]?.count ?? 0
}

export async function deleteChanges(tx: Tx, condition: SQL): Promise<number> {
  const { rowCount } = await tx.execute(sql`DELETE FROM catalog.change c WHERE ${condition}`)
  return rowCount ?? 0
}

/** What they recorded stays; who it was does not. Answers how many those are. */
export async function forgetRecorder(tx: Tx, personId: string): Promise<number> {
  const { rowCount } = await tx.execute(
    sql`UPDATE catalog.change SET source = 'api:erased' WHERE source = ${`api:${personId}`}`,
  )
  return rowCount ?? 0
}

const idColumn = { expression: sql`c.id`, type: "uuid" } as const

const SYSTEMS = sql`catalog.change_system m JOIN catalog.system s ON s.id = m.system_id WHERE m.change_id = c.id`
