import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { baseUrl } from "../../../identity/base-url.ts"
import { beginAttemptHere } from "../sign-in/begin-attempt-here.ts"
import { mailPasswordResetJob } from "./mail-password-reset.ts"

/** Whether the address belongs to somebody is the job's to find out: here nothing differs, not even the time it takes. */
export const requestPasswordReset = implement(sessionContract.requestPasswordReset, async (ctx, { email }) => {
  await beginAttemptHere(ctx, "reset-request", { subject: email, knownTo: { email } })
  if (!(await ctx.runtime.mail.isConfigured(ctx.tx))) return {}
  await ctx.enqueue(mailPasswordResetJob, { email, baseUrl: baseUrl(ctx) })
  ctx.audit({ thing: { type: "platform.person" }, note: "A password reset was asked for." })
  return {}
})
