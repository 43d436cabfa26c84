import { type SQL, sql } from "drizzle-orm"
import { GRANT_LEVELS, type GrantLevel } from "../../contract/access.ts"
import type { Tx } from "../../db/database.ts"

/** What a person or an application holds: the part of a principal that the database decides. */
export interface Holdings {
  ruleIds: string[]
  teamIds: string[]
  grants: Map<string, GrantLevel>
}

/** One round trip. */
export async function loadHoldings(tx: Tx, kind: "user" | "application", id: string): Promise<Holdings> {
  const result = await tx.execute<HoldingsRow>(sql`SELECT ${holdingsOf(sql`${kind}`, sql`${id}::uuid`)}`)
  return toHoldings(result.rows[0]!)
}

export interface HoldingsRow extends Record<string, unknown> {
  rules: string[]
  teams: string[]
  grants: Record<string, number>
}

/** The columns of a HoldingsRow. People also hold what the anonymous role holds: signing in never takes a right away. */
export function holdingsOf(kind: SQL, id: SQL): SQL {
  const mine = sql`(SELECT t.team_id FROM platform.team_member t WHERE t.holder_kind = ${kind} AND t.holder_id = ${id})`
  return sql`
    ARRAY(SELECT r.rule_id FROM platform.role_rule r WHERE r.role_id = 'anonymous' OR r.role_id IN
      (SELECT h.role_id FROM platform.role_holder h WHERE h.holder_kind = ${kind} AND h.holder_id = ${id})
      UNION SELECT unnest(a.rules) FROM platform.application a WHERE ${kind} = 'application' AND a.id = ${id}) AS rules,
    ARRAY(SELECT mine.team_id::text FROM ${mine} mine) AS teams,
    (SELECT coalesce(jsonb_object_agg(best.resource, best.level), '{}') FROM (
      SELECT g.resource, max(array_position(${LEVELS}, g.level)) AS level
      FROM platform.team_grant g WHERE g.team_id IN ${mine} GROUP BY g.resource) best) AS grants`
}

const LEVELS = sql.raw(`ARRAY[${GRANT_LEVELS.map((level) => `'${level}'`).join()}]`)

export function toHoldings(row: HoldingsRow): Holdings {
  const grants = new Map(Object.entries(row.grants).map(([resource, level]) => [resource, GRANT_LEVELS[level - 1]!]))
  return { ruleIds: row.rules, teamIds: row.teams, grants }
}

export async function loadAnonymousRules(tx: Tx): Promise<string[]> {
  const result = await tx.execute<{ rule_id: string }>(
    sql`SELECT rule_id FROM platform.role_rule WHERE role_id = 'anonymous'`,
  )
  return result.rows.map((row) => row.rule_id)
}
