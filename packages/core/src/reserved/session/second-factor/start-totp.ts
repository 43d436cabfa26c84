import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ConflictError } from "../../../errors.ts"
import { newTotpSecret, totpUri } from "../../../identity/sign-in/totp.ts"
import { beginTwoFactor } from "../../../identity/sign-in/two-factor-store.ts"
import { TOTP_SECRET } from "../../../secrets/sealed-columns.ts"
import { confirmPassword } from "../account/confirm-password.ts"

export const startTotp = implement(sessionContract.startTotp, async (ctx, { password }) => {
  const { personId, name, email } = await confirmPassword(ctx, password)
  const secret = newTotpSecret()
  if (!(await beginTwoFactor(ctx.tx, personId, ctx.runtime.secrets.seal(secret, TOTP_SECRET.at(personId)))))
    throw new ConflictError("An authenticator app is set up already. Turn it off before you set up another.")
  ctx.audit({ thing: { type: "platform.person", id: personId, name }, note: "Began to set up an authenticator app." })
  return { uri: totpUri(secret, email), secret }
})
