import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ForbiddenError, PlatformError, UnauthenticatedError } from "../../../errors.ts"
import { findCredential } from "../../../identity/person-store.ts"
import { attemptSucceeded } from "../../../identity/sign-in/sign-in-attempts.ts"
import { writeRefusal } from "../refuse.ts"
import { askAuth } from "../sign-in/ask-auth.ts"
import { beginAttemptHere } from "../sign-in/begin-attempt-here.ts"
import { demandHttp, sessionStarted } from "../sign-in/start-session.ts"

export const finishPasskeySignIn = implement(sessionContract.finishPasskeySignIn, async (ctx, { response }) => {
  const auth = await ctx.runtime.identity.auth()
  demandHttp(ctx)
  const { attempt } = await beginAttemptHere(ctx, "passkey", { subject: null, knownTo: "anybody" })
  const refusal = new UnauthenticatedError(
    "This passkey was not accepted. It may have been removed, or it took too long; try again or use your password.",
  )
  const { user } = await askAuth(ctx, refusal, (headers) =>
    auth.api.verifyPasskeyAuthentication({ body: { response: response as never }, headers, returnHeaders: true }),
  ).catch(async (error: unknown) => {
    if (error instanceof PlatformError) await writeRefusal(ctx, "A passkey was not accepted.")
    throw error
  })
  const person = await findCredential(ctx.tx, { personId: user.id })
  if (!person || person.disabled) {
    await writeRefusal(ctx, `${user.id} is disabled.`)
    throw new ForbiddenError("This account is disabled. An administrator can enable it again.")
  }
  await attemptSucceeded(ctx.tx, attempt)
  await sessionStarted(ctx, person.personId)
  const thing = { type: "platform.person", id: person.personId, name: person.name }
  ctx.audit({ thing, note: "Signed in with a passkey." })
  return { status: "signedIn" as const }
})
