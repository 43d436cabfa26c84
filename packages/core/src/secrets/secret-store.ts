import { sql } from "drizzle-orm"
import type { Secret } from "../contract/platform/secrets.ts"
import type { Tx } from "../db/database.ts"
import { keyset, type Page, type PageRequest } from "../db/keyset.ts"
import { STORED_SECRET } from "./sealed-columns.ts"
import type { Secrets } from "./secrets.ts"

/** The value behind a reference, for the code that uses it; null when nobody has set it. It never goes into an answer. */
export async function openStoredSecret(tx: Tx, secrets: Secrets, name: string): Promise<string | null> {
  const result = await tx.execute<{ sealed: string }>(sql`SELECT sealed FROM platform.secret WHERE name = ${name}`)
  const row = result.rows[0]
  return row ? secrets.open(row.sealed, STORED_SECRET.at(name)) : null
}

export async function listStoredSecrets(tx: Tx, request: PageRequest & { text?: string }): Promise<Page<Secret>> {
  const columns = {
    name: { expression: sql`s.name`, type: "text" },
    setAt: { expression: sql`s.set_at`, type: "timestamptz" },
  } as const
  const page = keyset(request, columns, columns.name)
  const wanted = request.text ? sql`position(lower(${request.text}) IN s.name) > 0` : sql`true`
  const result = await tx.execute<SecretRow & { mark: string }>(
    sql`${selectSecret(sql`, ${page.mark} AS mark`)} WHERE ${page.where(wanted)} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(result.rows, (row) => row.name, toSecret)
}

export async function findStoredSecret(tx: Tx, name: string): Promise<Secret | null> {
  const result = await tx.execute<SecretRow>(sql`${selectSecret()} WHERE s.name = ${name}`)
  return result.rows[0] ? toSecret(result.rows[0]) : null
}

export async function storeSecret(
  tx: Tx,
  secret: { name: string; sealed: string; by: { kind: string; id: string } },
): Promise<void> {
  const { name, sealed, by } = secret
  await tx.execute(sql`
    INSERT INTO platform.secret (name, sealed, set_by_kind, set_by) VALUES (${name}, ${sealed}, ${by.kind}, ${by.id})
    ON CONFLICT (name) DO UPDATE SET sealed = EXCLUDED.sealed, set_at = now(),
      set_by_kind = EXCLUDED.set_by_kind, set_by = EXCLUDED.set_by`)
}

export async function deleteStoredSecret(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.secret WHERE name = ${name}`)
}

interface SecretRow extends Record<string, unknown> {
  name: string
  set_at: Date
  set_by: string
  set_by_name: string | null
}

function selectSecret(more = sql``) {
  return sql`SELECT s.name, s.set_at, s.set_by, coalesce(p.name, a.name) AS set_by_name ${more}
    FROM platform.secret s
    LEFT JOIN platform.person p ON s.set_by_kind = 'user' AND p.id::text = s.set_by
    LEFT JOIN platform.application a ON s.set_by_kind = 'application' AND a.id::text = s.set_by`
}

function toSecret(row: SecretRow): Secret {
  return {
    name: row.name,
    setAt: new Date(row.set_at).toISOString(),
    setBy: { id: row.set_by, name: row.set_by_name ?? row.set_by },
  }
}
