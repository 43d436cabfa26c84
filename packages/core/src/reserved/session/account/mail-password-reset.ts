import { implement } from "../../../access/implement.ts"
import { job } from "../../../access/points/job.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { oneTimeUrl } from "../../../identity/base-url.ts"
import { resetLink } from "../../../identity/one-time-link.ts"
import { randomToken } from "../../../identity/one-time-token.ts"
import { findCredential, lockCredential } from "../../../identity/person-store.ts"
import { forgetAttempt, tryAttempt } from "../../../identity/sign-in/sign-in-attempts.ts"
import { passwordResetMail } from "../../../mail/messages.ts"

const HOUR_MS = 3_600_000

/**
 * The token is made here, so that it never lies in the job queue, and mailed before its hash is stored, so that no
 * connection is held while the mail server takes its time. A retry mails another link.
 */
export const mailPasswordReset = implement(sessionContract.mailPasswordReset, async (ctx, { email, baseUrl }) => {
  const { database, mail } = ctx.runtime
  const person = await findCredential(database.direct, { email })
  if (!person || person.disabled) return {}
  const { attempt } = await tryAttempt(database, "unasked-mail", { subject: email, address: undefined })
  // Anybody can ask for these. Several lie in the mailbox by now, and the latest still opens.
  if (!attempt) return {}
  const token = randomToken()
  const url = oneTimeUrl(baseUrl, "password-reset", token)
  const expiresAt = new Date(ctx.runtime.now().getTime() + HOUR_MS)
  await mail.send(passwordResetMail({ to: email, url, expiresAt })).catch(async (error: unknown) => {
    await forgetAttempt(database.direct, attempt)
    throw error
  })
  // While the mail was on its way the password may have been changed, or the account: then the link opens nothing.
  await lockCredential(ctx.tx, person.personId)
  const now = await findCredential(ctx.tx, { personId: person.personId })
  if (!now || now.disabled || now.email !== person.email || now.passwordHash !== person.passwordHash) return {}
  await resetLink(ctx.tx, { personId: person.personId, createdBy: null, byMail: true, token })
  const thing = { type: "platform.person", id: person.personId, name: person.name }
  ctx.audit({ thing, note: "A reset link was mailed." })
  return {}
})

export const mailPasswordResetJob = job("platform.mailPasswordReset", mailPasswordReset)
