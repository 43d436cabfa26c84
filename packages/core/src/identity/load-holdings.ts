import { sql } from "drizzle-orm"
import { GRANT_LEVELS, type GrantLevel } from "../contract/access.ts"
import type { Tx } from "../db/database.ts"

/** What a person or an application holds: the part of a principal that the database decides. */
export interface Holdings {
  ruleIds: string[]
  teamIds: string[]
  grants: Map<string, GrantLevel>
}

/** One round trip. People also hold what the anonymous role holds: signing in never takes a right away. */
export async function loadHoldings(tx: Tx, kind: "user" | "application", id: string): Promise<Holdings> {
  const result = await tx.execute<{ rules: string[]; teams: string[]; grants: Record<string, number> }>(sql`
    WITH mine AS (SELECT team_id FROM platform.team_member WHERE holder_kind = ${kind} AND holder_id = ${id}::uuid)
    SELECT
      ARRAY(SELECT r.rule_id FROM platform.role_rule r WHERE r.role_id = 'anonymous' OR r.role_id IN
        (SELECT h.role_id FROM platform.role_holder h WHERE h.holder_kind = ${kind} AND h.holder_id = ${id}::uuid)
        UNION SELECT unnest(a.rules) FROM platform.application a WHERE ${kind} = 'application' AND a.id = ${id}::uuid) AS rules,
      ARRAY(SELECT team_id::text FROM mine) AS teams,
      (SELECT coalesce(jsonb_object_agg(resource, level), '{}') FROM (
        SELECT g.resource, max(array_position(${sql.param([...GRANT_LEVELS])}::text[], g.level)) AS level
        FROM platform.team_grant g WHERE g.team_id IN (SELECT team_id FROM mine) GROUP BY g.resource) best) AS grants`)
  const row = result.rows[0]!
  const grants = new Map(Object.entries(row.grants).map(([resource, level]) => [resource, GRANT_LEVELS[level - 1]!]))
  return { ruleIds: row.rules, teamIds: row.teams, grants }
}

export async function loadAnonymousRules(tx: Tx): Promise<string[]> {
  const result = await tx.execute<{ rule_id: string }>(
    sql`SELECT rule_id FROM platform.role_rule WHERE role_id = 'anonymous'`,
  )
  return result.rows.map((row) => row.rule_id)
}
