import { sql } from "drizzle-orm"
import type { Ctx } from "../../access/ctx.ts"
import { teamAccess } from "../../contract/platform/teams.ts"
import { ForbiddenError } from "../../errors.ts"
import { holds } from "../../identity/principal/principal.ts"

/**
 * For what would let the caller act as somebody else (a reset link, an API key): what that one's teams were
 * granted must be within the caller's power too, or a key would open what its maker cannot reach.
 */
export async function demandTeamsWithin(
  ctx: Ctx,
  other: { name: string; teams: readonly { id: string }[] },
): Promise<void> {
  if (holds(ctx.principal, teamAccess.manage)) return
  const theirs = other.teams.map((team) => team.id).filter((team) => !ctx.principal.teamIds.includes(team))
  const { rows } = await ctx.tx.execute<{ name: string }>(
    sql`SELECT t.name FROM platform.team t WHERE t.id = ANY(${sql.param(theirs)}::uuid[])
      AND EXISTS (SELECT 1 FROM platform.team_grant g WHERE g.team_id = t.id) LIMIT 1`,
  )
  if (!rows[0]) return
  throw new ForbiddenError(
    `${other.name} is in the team ${rows[0].name}, which ${ctx.principal.name} is not in. Somebody with the permission ${teamAccess.manage.id} can do this.`,
  )
}
