import { type SQL, sql } from "drizzle-orm"
import type { Application, ApplicationDetails, ApplicationKey } from "../../contract/platform/applications.ts"
import type { ConfirmPolicy } from "../../contract/platform/oauth.ts"
import type { Named } from "../../contract/platform/people.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../db/keyset.ts"
import { containing } from "../people/containing.ts"

export interface ApplicationQuestion extends PageRequest {
  text?: string | undefined
  state?: Application["state"] | undefined
}

export async function pageOfApplications(tx: Tx, request: ApplicationQuestion): Promise<Page<Application>> {
  const page = keyset(
    request,
    {
      name: { expression: sql`lower(a.name)`, type: "text" },
      createdAt: { expression: sql`a.created_at`, type: "timestamptz" },
      lastUsedAt: { expression: sql`coalesce(${LAST_USED}, '-infinity')`, type: "timestamptz" },
    },
    { expression: sql`a.id`, type: "uuid" },
  )
  const where =
    page.where(request.state && STATES[request.state], containing(request.text, sql`a.name`, sql`a.description`)) ??
    sql`true`
  const { rows } = await tx.execute<ApplicationRow & { keys: number; mark: string }>(
    sql`SELECT ${COLUMNS}, ${page.mark} AS mark,
        (SELECT count(*)::int FROM platform.application_key k WHERE k.application_id = a.id AND ${USABLE}) AS keys
      FROM platform.application a WHERE ${where} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(
    rows,
    (row) => row.id,
    (row) => ({ ...toApplication(row), keys: row.keys }),
  )
}

export async function findApplication(tx: Tx, id: string): Promise<ApplicationDetails | null> {
  const { rows } = await tx.execute<ApplicationRow>(
    sql`SELECT ${COLUMNS} FROM platform.application a WHERE a.id = ${id}::uuid`,
  )
  if (!rows[0]) return null
  return { ...toApplication(rows[0]), keys: await keysOf(tx, id), teams: await teamsOf(tx, id) }
}

/** Null when another application has this name. */
export async function addApplication(
  tx: Tx,
  application: { name: string; description: string; rules: readonly string[]; createdBy: string | null },
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`INSERT INTO platform.application (name, description, rules, created_by)
      VALUES (${application.name}, ${application.description}, ${sql.param([...new Set(application.rules)])}::text[],
        ${application.createdBy}::uuid)
      ON CONFLICT (lower(name)) DO NOTHING RETURNING id`,
  )
  return rows[0]?.id ?? null
}

/** False when the application is no longer at this version. */
export async function changeApplication(
  tx: Tx,
  id: string,
  version: number,
  change: { name: string; description: string; rules: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.application SET name = ${change.name}, description = ${change.description},
        rules = ${sql.param([...new Set(change.rules)])}::text[], version = version + 1
      WHERE id = ${id}::uuid AND version = ${version}`,
  )
  return rowCount === 1
}

/** False when the application is no longer at this version. */
export async function putConfirm(tx: Tx, id: string, version: number, confirm: ConfirmPolicy): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.application SET confirm = ${confirm}, version = version + 1
      WHERE id = ${id}::uuid AND version = ${version}`,
  )
  return rowCount === 1
}

/** False when the application is no longer at this version. */
export async function putVoice(tx: Tx, id: string, version: number, speaksForTeam: boolean): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.application SET speaks_for_team = ${speaksForTeam}, version = version + 1
      WHERE id = ${id}::uuid AND version = ${version}`,
  )
  return rowCount === 1
}

/** False when the application was in that state already. */
export async function markDisabled(tx: Tx, id: string, disabled: boolean): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.application SET disabled_at = ${disabled ? sql`now()` : sql`NULL`}, version = version + 1
      WHERE id = ${id}::uuid AND (disabled_at IS NULL) = ${disabled}`,
  )
  return rowCount === 1
}

/** False when the key is not this application's, or was revoked before. */
export async function markRevoked(tx: Tx, id: string, keyId: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.application_key SET revoked_at = now()
      WHERE id = ${keyId}::uuid AND application_id = ${id}::uuid AND revoked_at IS NULL`,
  )
  return rowCount === 1
}

export async function removeApplication(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.role_holder WHERE holder_kind = 'application' AND holder_id = ${id}::uuid`)
  await tx.execute(sql`DELETE FROM platform.team_member WHERE holder_kind = 'application' AND holder_id = ${id}::uuid`)
  await tx.execute(sql`DELETE FROM platform.application WHERE id = ${id}::uuid`)
}

async function keysOf(tx: Tx, id: string): Promise<ApplicationKey[]> {
  const { rows } = await tx.execute<{
    id: string
    prefix: string
    created_at: string
    last_used_at: string | null
    expires_at: string | null
  }>(
    sql`SELECT k.id, k.prefix, k.created_at, k.last_used_at, k.expires_at FROM platform.application_key k
      WHERE k.application_id = ${id}::uuid AND k.revoked_at IS NULL ORDER BY k.created_at, k.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    start: row.prefix,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: instant(row.last_used_at),
    expiresAt: instant(row.expires_at),
  }))
}

async function teamsOf(tx: Tx, id: string): Promise<Named[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`SELECT t.id, t.name FROM platform.team_member m JOIN platform.team t ON t.id = m.team_id
      WHERE m.holder_kind = 'application' AND m.holder_id = ${id}::uuid ORDER BY lower(t.name)`,
  )
  return rows
}

const STATES: Record<Application["state"], SQL> = {
  active: sql`a.disabled_at IS NULL`,
  disabled: sql`a.disabled_at IS NOT NULL`,
}
const USABLE = sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`
const LAST_USED = sql`(SELECT max(k.last_used_at) FROM platform.application_key k WHERE k.application_id = a.id)`

interface ApplicationRow extends Record<string, unknown> {
  id: string
  name: string
  description: string
  rules: string[]
  confirm: ConfirmPolicy
  speaks_for_team: boolean
  roles: Named[]
  disabled_at: string | null
  created_at: string
  last_used_at: string | null
  version: number
}

const COLUMNS = sql`a.id, a.name, a.description, a.rules, a.confirm, a.speaks_for_team, a.disabled_at, a.created_at, a.version,
  ${LAST_USED} AS last_used_at,
  (SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY lower(r.name)), '[]')
    FROM platform.role_holder h JOIN platform.role r ON r.id = h.role_id
    WHERE h.holder_kind = 'application' AND h.holder_id = a.id) AS roles`

function toApplication(row: ApplicationRow): Omit<Application, "keys"> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    state: row.disabled_at ? "disabled" : "active",
    roles: row.roles,
    rules: row.rules,
    confirm: row.confirm,
    speaksForTeam: row.speaks_for_team,
    createdAt: new Date(row.created_at).toISOString(),
    lastUsedAt: instant(row.last_used_at),
    version: row.version,
  }
}

function instant(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString()
}
