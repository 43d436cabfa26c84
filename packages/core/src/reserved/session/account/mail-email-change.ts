import { implement } from "../../../access/implement.ts"
import { job } from "../../../access/points/job.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { oneTimeUrl } from "../../../identity/base-url.ts"
import { findEmailChange, renewLink } from "../../../identity/one-time-link.ts"
import { randomToken } from "../../../identity/one-time-token.ts"
import { emailChangeMail } from "../../../mail/messages.ts"

const HOUR_MS = 3_600_000

/** Makes the token it mails, for the same reasons as the reset link; a wish withdrawn meanwhile is left alone. */
export const mailEmailChange = implement(sessionContract.mailEmailChange, async (ctx, { linkId, baseUrl }) => {
  const change = await findEmailChange(ctx.runtime.database.direct, linkId)
  if (!change?.email || !change.personId) return {}
  const token = randomToken()
  const url = oneTimeUrl(baseUrl, "email-change", token)
  const expiresAt = new Date(ctx.runtime.now().getTime() + HOUR_MS)
  await ctx.runtime.mail.send(emailChangeMail({ to: change.email, url, expiresAt }))
  if (await renewLink(ctx.tx, "email-change", linkId, token))
    ctx.audit({ thing: { type: "platform.person", id: change.personId }, note: "A link for a new address was mailed." })
  return {}
})

export const mailEmailChangeJob = job("platform.mailEmailChange", mailEmailChange)
