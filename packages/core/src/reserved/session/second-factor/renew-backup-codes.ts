import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ConflictError } from "../../../errors.ts"
import { newBackupCodes } from "../../../identity/sign-in/backup-codes.ts"
import { lockTwoFactor, storeBackupCodes } from "../../../identity/sign-in/two-factor-store.ts"
import { confirmPassword } from "../account/confirm-password.ts"
import { sealBackupCodes } from "./second-factor-proof.ts"

export const renewBackupCodes = implement(sessionContract.renewBackupCodes, async (ctx, { password }) => {
  const { personId, name } = await confirmPassword(ctx, password)
  const twoFactor = await lockTwoFactor(ctx.tx, personId)
  if (!twoFactor?.verified) throw new ConflictError("No authenticator app is set up, so there are no backup codes.")
  const backupCodes = newBackupCodes()
  await storeBackupCodes(ctx.tx, personId, sealBackupCodes(ctx, personId, backupCodes))
  ctx.audit({ thing: { type: "platform.person", id: personId, name }, note: "Replaced the backup codes." })
  return { backupCodes }
})
