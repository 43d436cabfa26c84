import type { Ctx } from "../../../access/ctx.ts"
import { implement } from "../../../access/implement.ts"
import { peopleContract } from "../../../contract/platform/people.ts"
import { teamAccess } from "../../../contract/platform/teams.ts"
import { ConflictError, ForbiddenError, InvalidInputError } from "../../../errors.ts"
import { inviteLink } from "../../../identity/one-time-link.ts"
import { holds } from "../../../identity/principal/principal.ts"
import { demandGivableRoles } from "../../roles/demand-held.ts"
import { giverOf } from "../giver-of.ts"
import { deliverInvitation } from "./deliver-invitation.ts"
import { existingTeams, findInvitation, personIdByEmail } from "./invitation-store.ts"

export const invitePerson = implement(peopleContract.invitePerson, async (ctx, { email, name, roles, teams }) => {
  if (await personIdByEmail(ctx.tx, email))
    throw new ConflictError(`${email} belongs to somebody who has joined already. Find them with platform.listPeople.`)
  await demandGivable(ctx, { roles, teams })
  const link = await inviteLink(ctx.tx, {
    email,
    name,
    roleIds: roles,
    teamIds: teams,
    createdBy: giverOf(ctx.principal),
  })
  const invitation = (await findInvitation(ctx.tx, link.id))!
  ctx.audit({ thing: { type: "platform.invitation", id: link.id, name: email }, after: invitation })
  return { invitation, ...(await deliverInvitation(ctx, link)) }
})

/** What an invitation promises, the one who sends it must be able to give. */
export async function demandGivable(
  ctx: Ctx,
  offer: { roles: readonly string[]; teams: readonly string[] },
): Promise<void> {
  await demandGivableRoles(ctx, offer.roles)
  if (offer.teams.length === 0) return
  if (!holds(ctx.principal, teamAccess.manage))
    throw new ForbiddenError(
      `${ctx.principal.name} lacks the permission ${teamAccess.manage.id}, which putting people into teams needs. Invite them without teams, or ask an administrator.`,
    )
  const known = new Set((await existingTeams(ctx.tx, offer.teams)).map((team) => team.id))
  const index = offer.teams.findIndex((id) => !known.has(id))
  if (index === -1) return
  const message = `No team has the id ${offer.teams[index]}. List them with platform.listTeams.`
  throw new InvalidInputError(message, [{ path: `teams.${index}`, message }])
}
