import { sql } from "drizzle-orm"
import type { Ctx } from "../access/ctx.ts"

/** Which roles hold all of the given rules, by themselves. The administrator holds everything. */
export async function rolesHolding(ctx: Ctx): Promise<(rules: readonly string[]) => { id: string; name: string }[]> {
  const { rows } = await ctx.tx.execute<{ id: string; name: string; rules: string[] }>(sql`
    SELECT r.id, r.name, ARRAY(SELECT rule_id FROM platform.role_rule x WHERE x.role_id = r.id) AS rules
    FROM platform.role r WHERE r.id <> 'anonymous' ORDER BY r.name`)
  const roles = rows.map(({ id, name, rules }) => ({ id, name, rules: ctx.runtime.registry.expand(rules) }))
  return (wanted) =>
    roles
      .filter(({ rules }) => rules.has("*") || wanted.every((rule) => rules.has(rule)))
      .map(({ id, name }) => ({ id, name }))
}
