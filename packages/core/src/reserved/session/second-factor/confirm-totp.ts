import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ConflictError, InvalidInputError } from "../../../errors.ts"
import { newBackupCodes } from "../../../identity/sign-in/backup-codes.ts"
import { attemptSucceeded } from "../../../identity/sign-in/sign-in-attempts.ts"
import { lockTwoFactor, readTwoFactor, turnTwoFactorOn } from "../../../identity/sign-in/two-factor-store.ts"
import { writeRefusal } from "../refuse.ts"
import { beginAttemptInSession } from "../sign-in/begin-attempt-here.ts"
import { proveSecondFactor, sealBackupCodes } from "./second-factor-proof.ts"

const NOTHING_TO_CONFIRM = "No authenticator app waits to be confirmed. Begin to set one up first."

export const confirmTotp = implement(sessionContract.confirmTotp, async (ctx, { code }) => {
  const { database } = ctx.runtime
  const { id, name } = ctx.principal
  const { attempt } = await beginAttemptInSession(ctx, "totp-set-up", id)
  const begun = await readTwoFactor(database.direct, id)
  if (!begun || begun.verified) throw new ConflictError(NOTHING_TO_CONFIRM)
  if (!proveSecondFactor(ctx, id, begun, code)) {
    await writeRefusal(ctx, `Wrong first code from the authenticator app of ${id}.`)
    const message = "This code is wrong. Check that your phone's clock is right and take the current code."
    throw new InvalidInputError(message, [{ path: "code", message }])
  }

  const twoFactor = await lockTwoFactor(ctx.tx, id)
  if (!twoFactor || twoFactor.verified) throw new ConflictError(NOTHING_TO_CONFIRM)
  await proveSecondFactor(ctx, id, twoFactor, code)?.spend()
  await attemptSucceeded(ctx.tx, attempt)
  const backupCodes = newBackupCodes()
  await turnTwoFactorOn(ctx.tx, id, sealBackupCodes(ctx, id, backupCodes))
  ctx.audit({ thing: { type: "platform.person", id, name }, note: "Turned the second factor on." })
  ctx.signal("platform.person")
  return { backupCodes }
})
