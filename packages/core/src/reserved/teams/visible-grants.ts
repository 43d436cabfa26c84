import { type SQL, sql } from "drizzle-orm"
import type { Ctx } from "../../access/ctx.ts"
import { teamAccess } from "../../contract/platform/teams.ts"
import { holds } from "../../identity/principal/principal.ts"

/**
 * Which grants `g` a principal may know of. That a private thing exists is known to the teams it is shared with
 * and to those who manage teams, nobody else.
 */
export function visibleGrants({ principal }: Ctx): SQL {
  if (holds(principal, teamAccess.manage)) return sql`true`
  const mine = sql.param([...principal.teamIds])
  return sql`(NOT EXISTS (SELECT 1 FROM platform.private_thing v WHERE v.resource = g.resource AND v.thing_id = g.thing_id)
    OR EXISTS (SELECT 1 FROM platform.team_grant o WHERE o.resource = g.resource AND o.thing_id = g.thing_id
      AND o.team_id = ANY(${mine}::uuid[])))`
}
