import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { UnauthenticatedError } from "../../../errors.ts"
import { confirmPassword } from "../account/confirm-password.ts"
import { askAuth } from "../sign-in/ask-auth.ts"

export const startPasskeyRegistration = implement(
  sessionContract.startPasskeyRegistration,
  async (ctx, { password }) => {
    const { personId, name } = await confirmPassword(ctx, password)
    const auth = await ctx.runtime.identity.auth()
    const options = await askAuth(ctx, new UnauthenticatedError("Your session has ended. Sign in again."), (headers) =>
      auth.api.generatePasskeyRegistrationOptions({ headers, returnHeaders: true }),
    )
    ctx.audit({ thing: { type: "platform.person", id: personId, name }, note: "Began to register a passkey." })
    return { options: { ...options } }
  },
)
