import { randomUUID } from "node:crypto"
import { byCloseness, instant, keyset, type Page, type PageRequest, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"
import type { Environment, EnvironmentOverview } from "../../contract.ts"
import { withConstraints } from "../refusals.ts"

export interface EnvironmentFields {
  name: string
  description: string
  fields: Record<string, string>
}

const SORT_COLUMNS = {
  name: { expression: sql`e.name_key`, type: "text" },
  updatedAt: { expression: sql`e.updated_at`, type: "timestamptz" },
  createdAt: { expression: sql`e.created_at`, type: "timestamptz" },
} as const

const ENVIRONMENT = sql`e.id, e.name, e.description, e.fields, e.version,
  ${instant(sql`e.created_at`)} AS "createdAt", ${instant(sql`e.updated_at`)} AS "updatedAt"`

export async function listEnvironments(
  tx: Tx,
  request: PageRequest & { text?: string | undefined },
  visible: SQL,
  condition: SQL | undefined,
): Promise<Page<EnvironmentOverview>> {
  const columns = { ...SORT_COLUMNS, match: byCloseness(request.text, { name: sql`e.name` }) }
  const page = keyset(request, columns, { expression: sql`e.id`, type: "uuid" })
  const result = await tx.execute<EnvironmentOverview & { mark: string }>(sql`
    SELECT ${ENVIRONMENT}, ${count(visible)}, ${page.mark} AS mark FROM catalog.environment e
    WHERE ${page.where(condition) ?? sql`true`}
    ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`)
  return page.toPage(
    result.rows,
    (row) => row.id,
    ({ mark: _, ...environment }) => environment,
  )
}

export async function findEnvironmentOverview(tx: Tx, id: string, visible: SQL): Promise<EnvironmentOverview | null> {
  const result = await tx.execute<EnvironmentOverview & Record<string, unknown>>(
    sql`SELECT ${ENVIRONMENT}, ${count(visible)} FROM catalog.environment e WHERE e.id = ${id}::uuid`,
  )
  return result.rows[0] ?? null
}

export async function findEnvironment(tx: Tx, id: string): Promise<Environment | null> {
  const [environment] = await readEnvironments(tx, sql`e.id = ${id}::uuid`)
  return environment ?? null
}

export async function readEnvironments(tx: Tx, condition: SQL): Promise<Environment[]> {
  const result = await tx.execute<Environment & Record<string, unknown>>(
    sql`SELECT ${ENVIRONMENT} FROM catalog.environment e WHERE ${condition} ORDER BY e.name_key`,
  )
  return result.rows
}

export async function insertEnvironment(tx: Tx, environment: EnvironmentFields, at: Date): Promise<string> {
  const id = randomUUID()
  const { name, description, fields } = environment
  await withConstraints(name, () =>
    tx.execute(sql`
      INSERT INTO catalog.environment (id, name, description, fields, created_at, updated_at)
      VALUES (${id}::uuid, ${name}, ${description}, ${JSON.stringify(fields)}::jsonb,
        ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)`),
  )
  return id
}

/** False when the environment is gone or was changed since that version. */
export async function updateEnvironment(
  tx: Tx,
  { id, version }: { id: string; version: number },
  changes: Partial<EnvironmentFields>,
  at: Date,
): Promise<boolean> {
  const fields = changes.fields === undefined ? null : JSON.stringify(changes.fields)
  const result = await withConstraints(changes.name, () =>
    tx.execute(sql`
      UPDATE catalog.environment SET name = coalesce(${changes.name ?? null}, name),
        description = coalesce(${changes.description ?? null}, description),
        fields = coalesce(${fields}::jsonb, fields),
        version = version + 1, updated_at = ${at.toISOString()}::timestamptz
      WHERE id = ${id}::uuid AND version = ${version}`),
  )
  return result.rowCount === 1
}

export async function deleteEnvironment(tx: Tx, id: string, version: number | undefined): Promise<boolean> {
  const unchanged = version === undefined ? sql`true` : sql`version = ${version}`
  const result = await tx.execute(sql`DELETE FROM catalog.environment WHERE id = ${id}::uuid AND ${unchanged}`)
  return result.rowCount === 1
}

function count(visible: SQL): SQL {
  return sql`(SELECT count(*)::integer FROM catalog.system_environment m JOIN catalog.system s ON s.id = m.system_id
    WHERE m.environment_id = e.id AND ${visible}) AS "systemCount"`
}
