import { sql } from "drizzle-orm"
import type { Invitation, Named } from "../../../contract/platform/people.ts"
import type { Tx } from "../../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../../db/keyset.ts"
import { containing } from "../containing.ts"

/** Open ones, those whose link has expired included: they can be sent again. */
export async function pageOfInvitations(
  tx: Tx,
  request: PageRequest & { text?: string | undefined },
): Promise<Page<Invitation>> {
  const page = keyset(
    request,
    {
      createdAt: { expression: sql`l.created_at`, type: "timestamptz" },
      email: { expression: sql`l.email`, type: "text" },
      expiresAt: { expression: sql`l.expires_at`, type: "timestamptz" },
    },
    { expression: sql`l.id`, type: "uuid" },
  )
  const where = page.where(OPEN, containing(request.text, sql`l.email`, sql`l.name`))
  const { rows } = await tx.execute<InvitationRow & { mark: string }>(
    sql`SELECT ${COLUMNS}, ${page.mark} AS mark FROM platform.one_time_link l WHERE ${where}
      ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(rows, (row) => row.id, toInvitation)
}

export async function findInvitation(tx: Tx, id: string): Promise<Invitation | null> {
  const { rows } = await tx.execute<InvitationRow>(
    sql`SELECT ${COLUMNS} FROM platform.one_time_link l WHERE ${OPEN} AND l.id = ${id}::uuid`,
  )
  return rows[0] ? toInvitation(rows[0]) : null
}

export async function personIdByEmail(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(sql`SELECT id FROM platform.person WHERE email = ${email}`)
  return rows[0]?.id ?? null
}

/** Those of the given teams that exist. */
export async function existingTeams(tx: Tx, ids: readonly string[]): Promise<Named[]> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`SELECT id, name FROM platform.team WHERE id = ANY(${sql.param([...ids])}::uuid[])`,
  )
  return rows
}

const OPEN = sql`l.kind = 'invitation' AND l.used_at IS NULL`

interface InvitationRow extends Record<string, unknown> {
  id: string
  email: string
  name: string
  roles: Named[]
  teams: Named[]
  invited_by: string
  created_at: string
  expires_at: string
}

const COLUMNS = sql`l.id, l.email, l.name, l.created_at, l.expires_at,
  coalesce((SELECT name FROM platform.person WHERE id = l.created_by),
    (SELECT name FROM platform.application WHERE id = l.created_by), 'Countersign') AS invited_by,
  (SELECT coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) ORDER BY lower(r.name)), '[]')
    FROM platform.role r WHERE r.id = ANY(l.role_ids)) AS roles,
  (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) ORDER BY lower(t.name)), '[]')
    FROM platform.team t WHERE t.id = ANY(l.team_ids)) AS teams`

function toInvitation(row: InvitationRow): Invitation {
  return {
    id: row.id,
    email: row.email,
    name: row.name || null,
    roles: row.roles,
    teams: row.teams,
    invitedBy: row.invited_by,
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
  }
}
