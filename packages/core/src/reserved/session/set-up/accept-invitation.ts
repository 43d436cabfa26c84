import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { NotFoundError } from "../../../errors.ts"
import { consumeLink, readLink } from "../../../identity/one-time-link.ts"
import { demandGoodPassword, hashPassword } from "../../../identity/sign-in/password.ts"
import { mayStillInvite } from "../../people/still-given.ts"
import { demandHttp, startSession } from "../sign-in/start-session.ts"
import { createPerson } from "./create-person.ts"
import { INVITATION_GONE } from "./describe-invitation.ts"

export const acceptInvitation = implement(sessionContract.acceptInvitation, async (ctx, { token, name, password }) => {
  const { address } = demandHttp(ctx)
  const offer = await readLink(ctx.runtime.database.direct, "invitation", token)
  if (!offer?.email) throw new NotFoundError(INVITATION_GONE)
  demandGoodPassword(password, offer.email)
  const passwordHash = await hashPassword(password, { address })

  const link = await consumeLink(ctx.tx, "invitation", token)
  if (!link?.email || !(await mayStillInvite(ctx, link))) throw new NotFoundError(INVITATION_GONE)
  const { email, roleIds, teamIds } = link
  const person = await createPerson(ctx, { name, email, passwordHash, roleIds, teamIds })
  await startSession(ctx, person.id)
  ctx.audit({
    thing: { type: "platform.person" },
    after: { ...person, roleIds, teamIds, invitedBy: link.createdBy },
    note: "Accepted an invitation and signed in.",
  })
  return { status: "signedIn" as const }
})
