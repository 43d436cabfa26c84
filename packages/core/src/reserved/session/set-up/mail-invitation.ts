import { implement } from "../../../access/implement.ts"
import { job } from "../../../access/points/job.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { oneTimeUrl } from "../../../identity/base-url.ts"
import { findInvitation, renewLink } from "../../../identity/one-time-link.ts"
import { randomToken } from "../../../identity/one-time-token.ts"
import { nameOfPerson } from "../../../identity/person-store.ts"
import { invitationMail } from "../../../mail/messages.ts"

const WEEK_MS = 7 * 24 * 3_600_000

/** Makes the token it mails, for the same reasons as the reset link; an invitation accepted or withdrawn meanwhile is left alone. */
export const mailInvitation = implement(sessionContract.mailInvitation, async (ctx, { linkId, baseUrl }) => {
  const { direct } = ctx.runtime.database
  const invitation = await findInvitation(direct, linkId)
  if (!invitation?.email) return {}
  const token = randomToken()
  const message = invitationMail({
    to: invitation.email,
    invitedBy: invitation.createdBy ? await nameOfPerson(direct, invitation.createdBy) : null,
    url: oneTimeUrl(baseUrl, "invitation", token),
    expiresAt: new Date(ctx.runtime.now().getTime() + WEEK_MS),
  })
  await ctx.runtime.mail.send(message)
  if (await renewLink(ctx.tx, "invitation", linkId, token))
    ctx.audit({ thing: { type: "platform.person", name: invitation.email }, note: "An invitation was mailed." })
  return {}
})

export const mailInvitationJob = job("platform.mailInvitation", mailInvitation)
