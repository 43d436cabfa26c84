import { sql } from "drizzle-orm"
import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import type { GrantLevel } from "../../contract/access.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { rolesWithRules } from "../roles/role-store.ts"
import { withNames } from "../teams/get-team.ts"
import { visibleGrants } from "../teams/visible-grants.ts"
import { demandPerson } from "./get-person.ts"

export const explainAccess = implement(peopleContract.explainAccess, async (ctx, { personId }) => {
  const { id, name, roles: held } = await demandPerson(ctx, personId)
  const { registry } = ctx.runtime
  // Everyone holds what people hold who are not signed in.
  const roles = await rolesWithRules(ctx.tx, [...held.map((role) => role.id), "anonymous"])
  const given = roles.map((role) => ({ ...role, expanded: registry.expand(role.rules) }))
  const all = registry.expand(roles.flatMap((role) => role.rules))
  const administrator = all.has("*")
  const rules = [...registry.rules.values()].filter((rule) => administrator || all.has(rule.id))
  return {
    person: { id, name },
    administrator,
    rules: rules.map((rule) => ({
      id: rule.id,
      sentence: rule.sentence,
      roles: given
        .filter(({ expanded }) => expanded.has("*") || expanded.has(rule.id))
        .map((role) => ({ id: role.id, name: role.name })),
      impliedBy: [...all].filter((other) => registry.rules.get(other)?.implies.includes(rule.id)).sort(),
    })),
    grants: await withNames(ctx, await grantsThroughTeams(ctx, id)),
  }
})

async function grantsThroughTeams(ctx: Ctx, personId: string) {
  const { rows } = await ctx.tx.execute<{
    team_id: string
    team_name: string
    resource: string
    thing_id: string
    level: GrantLevel
  }>(
    sql`SELECT t.id AS team_id, t.name AS team_name, g.resource, g.thing_id, g.level
      FROM platform.team_member m JOIN platform.team t ON t.id = m.team_id JOIN platform.team_grant g ON g.team_id = t.id
      WHERE m.holder_kind = 'user' AND m.holder_id = ${personId}::uuid AND ${visibleGrants(ctx)}
      ORDER BY g.resource, lower(t.name), g.thing_id LIMIT 1000`,
  )
  return rows.map((row) => ({
    team: { id: row.team_id, name: row.team_name },
    resource: row.resource,
    thingId: row.thing_id,
    level: row.level,
  }))
}
