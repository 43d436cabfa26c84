import { type SQL, sql } from "drizzle-orm"
import type { GrantLevel } from "../../contract/access.ts"
import type { Team, TeamMember } from "../../contract/platform/teams.ts"
import { byCloseness } from "../../db/closeness.ts"
import type { Tx } from "../../db/database.ts"
import { keyset, type Page, type PageRequest } from "../../db/keyset.ts"
import { containing } from "../people/containing.ts"

export type HolderKind = "user" | "application"

/** `visible` narrows the grants that are counted. */
export async function pageOfTeams(
  tx: Tx,
  request: PageRequest & { text?: string | undefined },
  visible: SQL,
): Promise<Page<Team>> {
  const page = keyset(
    request,
    {
      name: { expression: sql`lower(t.name)`, type: "text" },
      match: byCloseness(request.text, { name: sql`t.name` }),
      createdAt: { expression: sql`t.created_at`, type: "timestamptz" },
    },
    { expression: sql`t.id`, type: "uuid" },
  )
  const where = page.where(containing(request.text, sql`t.name`, sql`t.description`)) ?? sql`true`
  const { rows } = await tx.execute<TeamRow & { members: number; grants: number; mark: string }>(
    sql`SELECT t.*, ${page.mark} AS mark,
        (SELECT count(*)::int FROM platform.team_member m WHERE m.team_id = t.id) AS members,
        (SELECT count(*)::int FROM platform.team_grant g WHERE g.team_id = t.id AND ${visible}) AS grants
      FROM platform.team t WHERE ${where} ORDER BY ${sql.join(page.orderBy, sql`, `)} LIMIT ${page.limit}`,
  )
  return page.toPage(
    rows,
    (row) => row.id,
    (row) => ({ ...toTeam(row), members: row.members, grants: row.grants }),
  )
}

export type BareTeam = Omit<Team, "members" | "grants">

export async function findTeam(tx: Tx, id: string): Promise<BareTeam | null> {
  const { rows } = await tx.execute<TeamRow>(sql`SELECT * FROM platform.team WHERE id = ${id}::uuid`)
  return rows[0] ? toTeam(rows[0]) : null
}

/** Null when another team has this name. */
export async function addTeam(tx: Tx, name: string, description: string): Promise<BareTeam | null> {
  const { rows } = await tx.execute<TeamRow>(
    sql`INSERT INTO platform.team (name, description) VALUES (${name}, ${description})
      ON CONFLICT (lower(name)) DO NOTHING RETURNING *`,
  )
  return rows[0] ? toTeam(rows[0]) : null
}

/** False when the team is no longer at this version. */
export async function changeTeam(
  tx: Tx,
  id: string,
  version: number,
  change: { name: string; description: string },
): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`UPDATE platform.team SET name = ${change.name}, description = ${change.description}, version = version + 1
      WHERE id = ${id}::uuid AND version = ${version}`,
  )
  return rowCount === 1
}

export async function removeTeam(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`DELETE FROM platform.team WHERE id = ${id}::uuid`)
}

export async function membersOf(tx: Tx, teamId: string): Promise<TeamMember[]> {
  const { rows } = await tx.execute<TeamMember & Record<string, unknown>>(
    sql`SELECT m.holder_kind AS kind, m.holder_id AS id, coalesce(p.name, a.name, 'Unknown') AS name, p.email
      FROM platform.team_member m
      LEFT JOIN platform.person p ON m.holder_kind = 'user' AND p.id = m.holder_id
      LEFT JOIN platform.application a ON m.holder_kind = 'application' AND a.id = m.holder_id
      WHERE m.team_id = ${teamId}::uuid ORDER BY m.holder_kind DESC, lower(coalesce(p.name, a.name)), m.holder_id`,
  )
  return rows
}

export interface GrantRow {
  resource: string
  thingId: string
  level: GrantLevel
  private: boolean
}

/** What is shared with a team, as far as `visible` lets it show. */
export async function grantsOf(tx: Tx, teamId: string, visible: SQL): Promise<GrantRow[]> {
  const { rows } = await tx.execute<{ resource: string; thing_id: string; level: GrantLevel; private: boolean }>(
    sql`SELECT g.resource, g.thing_id, g.level, (p.thing_id IS NOT NULL) AS private FROM platform.team_grant g
      LEFT JOIN platform.private_thing p USING (resource, thing_id)
      WHERE g.team_id = ${teamId}::uuid AND ${visible} ORDER BY g.resource, g.thing_id`,
  )
  return rows.map(({ thing_id, ...row }) => ({ ...row, thingId: thing_id }))
}

/** Null when nobody of this kind has the id, or the person was erased. */
export async function findHolderName(tx: Tx, kind: HolderKind, id: string): Promise<string | null> {
  const { rows } = await tx.execute<{ name: string }>(
    kind === "user"
      ? sql`SELECT name FROM platform.person WHERE id = ${id}::uuid AND erased_at IS NULL`
      : sql`SELECT name FROM platform.application WHERE id = ${id}::uuid`,
  )
  return rows[0]?.name ?? null
}

export async function putMember(tx: Tx, teamId: string, kind: HolderKind, id: string): Promise<void> {
  await tx.execute(
    sql`INSERT INTO platform.team_member (team_id, holder_kind, holder_id)
      VALUES (${teamId}::uuid, ${kind}, ${id}::uuid) ON CONFLICT DO NOTHING`,
  )
}

export async function dropMember(tx: Tx, teamId: string, kind: HolderKind, id: string): Promise<void> {
  await tx.execute(
    sql`DELETE FROM platform.team_member
      WHERE team_id = ${teamId}::uuid AND holder_kind = ${kind} AND holder_id = ${id}::uuid`,
  )
}

interface TeamRow extends Record<string, unknown> {
  id: string
  name: string
  description: string
  version: number
  created_at: string
}

function toTeam({ id, name, description, version, created_at }: TeamRow): BareTeam {
  return { id, name, description, version, createdAt: new Date(created_at).toISOString() }
}
