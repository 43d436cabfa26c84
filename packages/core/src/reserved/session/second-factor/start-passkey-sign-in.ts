import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { UnauthenticatedError } from "../../../errors.ts"
import { askAuth } from "../sign-in/ask-auth.ts"
import { beginAttemptHere } from "../sign-in/begin-attempt-here.ts"

export const startPasskeySignIn = implement(sessionContract.startPasskeySignIn, async (ctx) => {
  const auth = await ctx.runtime.identity.auth()
  await beginAttemptHere(ctx, "passkey-start", { subject: null, knownTo: "anybody" })
  const options = await askAuth(ctx, new UnauthenticatedError("Signing in with a passkey failed."), (headers) => {
    // Whoever is signed in at this moment plays no part: any passkey of the device may answer.
    headers.delete("cookie")
    return auth.api.generatePasskeyAuthenticationOptions({ headers, returnHeaders: true })
  })
  ctx.audit({ note: "A sign-in with a passkey began." })
  return { options: { ...options, userVerification: "required" } }
})
