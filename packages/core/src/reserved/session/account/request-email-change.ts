import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ConflictError, InvalidInputError, RateLimitedError } from "../../../errors.ts"
import { baseUrl } from "../../../identity/base-url.ts"
import { emailChangeLink } from "../../../identity/one-time-link.ts"
import { findCredential } from "../../../identity/person-store.ts"
import { tryAttempt } from "../../../identity/sign-in/sign-in-attempts.ts"
import { beginAttemptInSession } from "../sign-in/begin-attempt-here.ts"
import { proveAfresh } from "./fresh-proof.ts"
import { mailEmailChangeJob } from "./mail-email-change.ts"
import { mailEmailChangeNoticeJob } from "./mail-email-change-notice.ts"

export const requestEmailChange = implement(sessionContract.requestEmailChange, async (ctx, { email, password }) => {
  const { database, mail } = ctx.runtime
  const { principal } = ctx
  if (!(await mail.isConfigured(ctx.tx)))
    throw new ConflictError(
      "This installation sends no mail, so a new address cannot be confirmed. An administrator can set a mail server under Settings, Mail.",
    )
  const { credential, settle } = await proveAfresh(ctx, password)
  const { personId, name } = credential
  // Each one tells whether an address has an account here, and mails a stranger.
  await beginAttemptInSession(ctx, "email-change", personId)
  if (email === credential.email) throw unfit("This is your address already.")
  if (await findCredential(database.direct, { email })) throw unfit(`${email} belongs to somebody here already.`)
  const { attempt, seconds } = await tryAttempt(database, "unasked-mail", { subject: email, address: undefined })
  if (!attempt)
    throw new RateLimitedError(`Several mails went to ${email} lately. Look there, or try again in an hour.`, seconds)

  await settle()
  const sessionId = principal.kind === "user" ? principal.sessionId : null
  const link = await emailChangeLink(ctx.tx, { personId, email, sessionId })
  await ctx.enqueue(mailEmailChangeJob, { linkId: link.id, baseUrl: baseUrl(ctx) })
  await ctx.enqueue(mailEmailChangeNoticeJob, { personId, to: credential.email, email })
  ctx.audit({
    thing: { type: "platform.person", id: personId, name },
    note: `Asked for the address ${email} in place of ${credential.email}.`,
  })
  return {}
})

function unfit(message: string): InvalidInputError {
  return new InvalidInputError(message, [{ path: "email", message }])
}
