import { implement } from "../../../access/implement.ts"
import { peopleContract } from "../../../contract/platform/people.ts"
import { NotFoundError } from "../../../errors.ts"
import { giveAgain, renewLink } from "../../../identity/one-time-link.ts"
import { giverOf } from "../giver-of.ts"
import { deliverInvitation } from "./deliver-invitation.ts"
import { findInvitation } from "./invitation-store.ts"
import { demandGivable } from "./invite-person.ts"

export const resendInvitation = implement(peopleContract.resendInvitation, async (ctx, { id }) => {
  const before = await findInvitation(ctx.tx, id)
  if (!before) throw new NotFoundError(`No open invitation has the id ${id}: it was accepted or withdrawn.`)
  // Whoever holds the link joins with what it promises, so sending it again is giving it again.
  await demandGivable(ctx, { roles: before.roles.map((role) => role.id), teams: before.teams.map((team) => team.id) })
  const link = await renewLink(ctx.tx, "invitation", id)
  if (!link) throw new NotFoundError(`No open invitation has the id ${id}: it was accepted or withdrawn.`)
  await giveAgain(ctx.tx, id, giverOf(ctx.principal))
  const invitation = { ...before, expiresAt: link.expiresAt.toISOString() }
  ctx.audit({ thing: { type: "platform.invitation", id, name: before.email }, before, after: invitation })
  return { invitation, ...(await deliverInvitation(ctx, link)) }
})
