import { sql } from "drizzle-orm"
import type { Secret } from "../contract/platform/secrets.ts"
import type { Tx } from "../db/database.ts"
import { keyset, type Page, type PageRequest } from "../db/keyset.ts"

export async function listStoredSecrets(tx: Tx, request: PageRequest & { text?: string }): Promise<Page<Secret>> {
  const columns = {
    name: { expression: sql`lower(s.name)`, type: "text" },
    setAt: { expression: sql`s.set_at`, type: "timestamptz" },
  } as const
  const page = keyset(request, columns, columns.name)
  const wanted = request.text ? sql`position(lower(${request.text}) IN lower(s.name)) > 0` : sql`true`
  const result = await tx.execute<SecretRow & { mark: string }>(
    sql`${selectSecret(sql`, ${page.mark} AS mark`)} WHERE ${page.where(wanted)} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(result.rows, (row) => row.name.toLowerCase(), toSecret)
}

/** By its name in any case. */
export async function findStoredSecret(tx: Tx, name: string): Promise<Secret | null> {
  const result = await tx.execute<SecretRow>(sql`${selectSecret()} WHERE lower(s.name) = lower(${name})`)
  return result.rows[0] ? toSecret(result.rows[0]) : null
}

/** Null when another caller has stored one of this name in another spelling meanwhile: a value opens under its own spelling alone. */
export async function storeSecret(
  tx: Tx,
  secret: { name: string; sealed: string; hosts: readonly string[]; by: { kind: string; id: string } },
): Promise<Secret | null> {
  const { name, sealed, hosts, by } = secret
  const { rowCount } = await tx.execute(sql`
    INSERT INTO platform.secret AS s (name, sealed, hosts, set_by_kind, set_by)
    VALUES (${name}, ${sealed}, ${sql.param(hosts)}::text[], ${by.kind}, ${by.id})
    ON CONFLICT (lower(name)) DO UPDATE SET sealed = EXCLUDED.sealed, hosts = EXCLUDED.hosts, set_at = now(),
      set_by_kind = EXCLUDED.set_by_kind, set_by = EXCLUDED.set_by
    WHERE s.name = EXCLUDED.name`)
  return rowCount ? findStoredSecret(tx, name) : null
}

export async function storeSecretHosts(tx: Tx, name: string, hosts: readonly string[]): Promise<Secret | null> {
  await tx.execute(
    sql`UPDATE platform.secret SET hosts = ${sql.param(hosts)}::text[] WHERE lower(name) = lower(${name})`,
  )
  return findStoredSecret(tx, name)
}

export async function deleteStoredSecret(tx: Tx, name: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.secret WHERE lower(name) = lower(${name})`)
}

interface SecretRow extends Record<string, unknown> {
  name: string
  hosts: string[]
  set_at: Date
  set_by: string
  set_by_name: string | null
}

function selectSecret(more = sql``) {
  return sql`SELECT s.name, s.hosts, s.set_at, s.set_by, coalesce(p.name, a.name) AS set_by_name ${more}
    FROM platform.secret s
    LEFT JOIN platform.person p ON s.set_by_kind = 'user' AND p.id::text = s.set_by
    LEFT JOIN platform.application a ON s.set_by_kind = 'application' AND a.id::text = s.set_by`
}

function toSecret(row: SecretRow): Secret {
  return {
    name: row.name,
    hosts: row.hosts,
    setAt: new Date(row.set_at).toISOString(),
    setBy: { id: row.set_by, name: row.set_by_name ?? row.set_by },
  }
}
