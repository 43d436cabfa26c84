import { sql } from "drizzle-orm"
import type { Named } from "../../contract/platform/people.ts"
import type { Role } from "../../contract/platform/roles.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../db/keyset.ts"
import { containing } from "../people/containing.ts"

export const ADMINISTRATOR = "administrator"

export async function pageOfRoles(tx: Tx, request: PageRequest & { text?: string | undefined }): Promise<Page<Role>> {
  const name = { expression: sql`lower(r.name)`, type: "text" } as const
  const page = keyset(request, { name }, { expression: sql`r.id`, type: "text" })
  const where = page.where(containing(request.text, sql`r.name`, sql`r.description`)) ?? sql`true`
  const { rows } = await tx.execute<RoleRow & { mark: string }>(
    sql`SELECT ${COLUMNS}, ${page.mark} AS mark FROM platform.role r WHERE ${where}
      ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(rows, (row) => row.id, toRole)
}

export async function findRole(tx: Tx, id: string): Promise<Role | null> {
  const { rows } = await tx.execute<RoleRow>(sql`SELECT ${COLUMNS} FROM platform.role r WHERE r.id = ${id}`)
  return rows[0] ? toRole(rows[0]) : null
}

/** False when another role has this name. */
export async function addRole(
  tx: Tx,
  role: { id: string; name: string; description: string; rules: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`INSERT INTO platform.role (id, name, description) VALUES (${role.id}, ${role.name}, ${role.description})
      ON CONFLICT (lower(name)) DO NOTHING`,
  )
  if (rowCount !== 1) return false
  await replaceRules(tx, role.id, role.rules)
  return true
}

/** False when the role is no longer at this version: the WHERE decides the race, not an earlier read. */
export async function changeRole(
  tx: Tx,
  id: string,
  version: number,
  change: { name: string; description: string; rules: readonly string[] },
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.role SET name = ${change.name}, description = ${change.description}, version = version + 1
      WHERE id = ${id} AND version = ${version}`,
  )
  if (rowCount !== 1) return false
  await replaceRules(tx, id, change.rules)
  return true
}

export async function removeRole(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.role WHERE id = ${id}`)
}

/** What the given roles hold, and which of them exist. */
export async function rolesWithRules(tx: Tx, ids: readonly string[]): Promise<(Named & { rules: string[] })[]> {
  const { rows } = await tx.execute<Named & { rules: string[] }>(
    sql`SELECT r.id, r.name, ARRAY(SELECT rule_id FROM platform.role_rule WHERE role_id = r.id) AS rules
      FROM platform.role r WHERE r.id = ANY(${sql.param([...ids])}::text[]) ORDER BY r.name`,
  )
  return rows
}

/** Gives the holder exactly these roles. */
export async function replaceRolesOf(
  tx: Tx,
  kind: "user" | "application",
  holderId: string,
  roleIds: readonly string[],
): Promise<void> {
  const ids = sql.param([...new Set(roleIds)])
  await tx.execute(
    sql`DELETE FROM platform.role_holder WHERE holder_kind = ${kind} AND holder_id = ${holderId}::uuid
      AND role_id <> ALL(${ids}::text[])`,
  )
  await tx.execute(
    sql`INSERT INTO platform.role_holder (holder_kind, holder_id, role_id)
      SELECT ${kind}, ${holderId}::uuid, unnest(${ids}::text[]) ON CONFLICT DO NOTHING`,
  )
}

interface RoleRow extends Record<string, unknown> {
  id: string
  name: string
  description: string
  built_in: boolean
  version: number
  rules: string[]
  people: number
  applications: number
}

const COLUMNS = sql`r.id, r.name, r.description, r.built_in, r.version,
  ARRAY(SELECT rule_id FROM platform.role_rule WHERE role_id = r.id ORDER BY rule_id) AS rules,
  (SELECT count(*)::int FROM platform.role_holder h WHERE h.role_id = r.id AND h.holder_kind = 'user') AS people,
  (SELECT count(*)::int FROM platform.role_holder h WHERE h.role_id = r.id AND h.holder_kind = 'application') AS applications`

function toRole({ built_in, ...row }: RoleRow): Role {
  const { id, name, description, rules, people, applications, version } = row
  return {
    id,
    name,
    description,
    builtIn: built_in,
    editable: id !== ADMINISTRATOR,
    rules,
    people,
    applications,
    version,
  }
}

async function replaceRules(tx: Tx, roleId: string, ruleIds: readonly string[]): Promise<void> {
  const ids = sql.param([...new Set(ruleIds)])
  await tx.execute(sql`DELETE FROM platform.role_rule WHERE role_id = ${roleId} AND rule_id <> ALL(${ids}::text[])`)
  await tx.execute(
    sql`INSERT INTO platform.role_rule (role_id, rule_id) SELECT ${roleId}, unnest(${ids}::text[])
      ON CONFLICT DO NOTHING`,
  )
}
