import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ConflictError } from "../../../errors.ts"
import { turnTwoFactorOff } from "../../../identity/sign-in/two-factor-store.ts"
import { confirmPassword } from "../account/confirm-password.ts"

export const disableTotp = implement(sessionContract.disableTotp, async (ctx, { password }) => {
  const { personId, name } = await confirmPassword(ctx, password)
  if (!(await turnTwoFactorOff(ctx.tx, personId))) throw new ConflictError("No authenticator app is set up.")
  ctx.audit({ thing: { type: "platform.person", id: personId, name }, note: "Turned the second factor off." })
  ctx.signal("platform.person")
  return {}
})
