import type { Ctx } from "../../access/ctx.ts"
import { personAccess } from "../../contract/platform/people.ts"
import { ConflictError, ForbiddenError, NotFoundError } from "../../errors.ts"
import type { OneTimeLink } from "../../identity/one-time-link.ts"
import { holds } from "../../identity/principal/principal.ts"
import { rolesWithRules } from "../roles/role-store.ts"
import { demandMayActFor } from "./demand-manageable.ts"
import { existingTeams } from "./invitations/invitation-store.ts"
import { demandGivable } from "./invitations/invite-person.ts"

/** Whether the one who made this reset link could make it today: they may have lost the right, or the person gained one. */
export async function mayStillReset(ctx: Ctx, link: OneTimeLink, personId: string): Promise<boolean> {
  return stillGiven(ctx, link, async (giver) => {
    await demandMayActFor(giver, personId)
  })
}

/** The same for an invitation and what it promises. Roles and teams that are gone are left out of it, so they forbid nothing. */
export async function mayStillInvite(ctx: Ctx, link: OneTimeLink): Promise<boolean> {
  return stillGiven(ctx, link, async (giver) => {
    const roles = (await rolesWithRules(ctx.tx, link.roleIds)).map((role) => role.id)
    const teams = (await existingTeams(ctx.tx, link.teamIds)).map((team) => team.id)
    await demandGivable(giver, { roles, teams })
  })
}

async function stillGiven(ctx: Ctx, link: OneTimeLink, demand: (giver: Ctx) => Promise<void>): Promise<boolean> {
  if (link.createdBy === null) return true
  const { identity } = ctx.runtime
  const key = { id: link.createdBy, grantId: null }
  const principal =
    (await identity.load({ kind: "user", ...key })) ?? (await identity.load({ kind: "application", ...key }))
  if (!principal || !holds(principal, personAccess.manage)) return false
  try {
    await demand({ ...ctx, principal })
    return true
  } catch (error) {
    if (error instanceof ForbiddenError || error instanceof ConflictError || error instanceof NotFoundError)
      return false
    throw error
  }
}
