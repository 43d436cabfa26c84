import { sql } from "drizzle-orm"
import { type AccessRule, BUILT_IN_ROLES, type BuiltInRole } from "../contract/access.ts"
import type { Database } from "../db/database.ts"

const DESCRIPTIONS: Record<BuiltInRole, string> = {
  administrator: "Holds every permission, those of plugins added later included.",
  operator: "Runs things: sees everything that is not private and changes what operators change.",
  viewer: "Sees what is not private and changes nothing.",
  anonymous: "What people see who are not signed in. Everyone else holds it too.",
}

/** Built-in roles exist, and each rule is offered to them once: on its first appearance, never again. */
export async function seedRoles(database: Database, rules: readonly AccessRule[]): Promise<void> {
  await database.direct.transaction(async (tx) => {
    for (const id of BUILT_IN_ROLES) {
      const name = id[0]!.toUpperCase() + id.slice(1)
      await tx.execute(sql`INSERT INTO platform.role (id, name, description, built_in)
        VALUES (${id}, ${name}, ${DESCRIPTIONS[id]}, true) ON CONFLICT (id) DO NOTHING`)
    }
    await tx.execute(
      sql`INSERT INTO platform.role_rule (role_id, rule_id) VALUES ('administrator', '*') ON CONFLICT DO NOTHING`,
    )
    for (const rule of rules) {
      const first = await tx.execute(
        sql`INSERT INTO platform.rule_seen (rule_id) VALUES (${rule.id}) ON CONFLICT DO NOTHING`,
      )
      if (first.rowCount !== 1) continue
      for (const role of rule.roles)
        await tx.execute(
          sql`INSERT INTO platform.role_rule (role_id, rule_id) VALUES (${role}, ${rule.id}) ON CONFLICT DO NOTHING`,
        )
    }
  })
}
