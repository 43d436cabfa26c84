import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { NotFoundError } from "../../../errors.ts"
import { readLink } from "../../../identity/one-time-link.ts"
import { nameOfPerson } from "../../../identity/person-store.ts"
import { mayStillInvite } from "../../people/still-given.ts"

export const INVITATION_GONE =
  "This invitation has expired, was withdrawn or was accepted already, or whoever sent it may no longer do so. Ask for a new one."

export const describeInvitation = implement(sessionContract.describeInvitation, async (ctx, { token }) => {
  const link = await readLink(ctx.tx, "invitation", token)
  if (!link?.email || !(await mayStillInvite(ctx, link))) throw new NotFoundError(INVITATION_GONE)
  return {
    email: link.email,
    name: link.name,
    invitedBy: link.createdBy ? await nameOfPerson(ctx.tx, link.createdBy) : null,
    expiresAt: link.expiresAt.toISOString(),
  }
})
