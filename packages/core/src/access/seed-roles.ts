import { sql } from "drizzle-orm"
import { type AccessRule, BUILT_IN_ROLES, type BuiltInRole } from "../contract/access.ts"
import type { Database } from "../db/database.ts"

const DESCRIPTIONS: Record<BuiltInRole, string> = {
  administrator: "Holds every permission, those of plugins added later included.",
  operator: "Runs things: sees everything that is not private and changes what operators change.",
  viewer: "Sees what is not private and changes nothing.",
  anonymous: "What people see who are not signed in. Everyone else holds it too.",
}

/**
 * Built-in roles exist, and each rule is offered to them once: on its first appearance, never again. Two statements whatever
 * the number of rules: every start waits for them.
 */
export async function seedRoles(database: Database, rules: readonly AccessRule[]): Promise<void> {
  const roles = BUILT_IN_ROLES.map((id) => {
    return { id, name: id[0]!.toUpperCase() + id.slice(1), description: DESCRIPTIONS[id] }
  })
  const offered = rules.flatMap(({ id, roles: to }) => to.map((role) => ({ rule_id: id, role_id: role })))
  await database.direct.transaction(async (tx) => {
    // Whatever the conflict: names are unique too, and of two servers that begin together the second may meet the name first.
    await tx.execute(sql`
      INSERT INTO platform.role (id, name, description, built_in)
      SELECT id, name, description, true
      FROM jsonb_to_recordset(${JSON.stringify(roles)}::jsonb) AS wanted(id text, name text, description text)
      ON CONFLICT DO NOTHING`)
    await tx.execute(sql`
      WITH appeared AS (
        INSERT INTO platform.rule_seen (rule_id) SELECT unnest(${sql.param(rules.map(({ id }) => id))}::text[])
        ON CONFLICT DO NOTHING RETURNING rule_id)
      INSERT INTO platform.role_rule (role_id, rule_id)
      SELECT 'administrator', '*'
      UNION ALL
      SELECT role_id, rule_id
      FROM jsonb_to_recordset(${JSON.stringify(offered)}::jsonb) AS offered(rule_id text, role_id text)
      JOIN appeared USING (rule_id)
      ON CONFLICT DO NOTHING`)
  })
}
