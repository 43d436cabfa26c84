import type { Ctx } from "../../../access/ctx.ts"
import { hashBackupCode } from "../../../identity/sign-in/backup-codes.ts"
import { totpStep } from "../../../identity/sign-in/totp.ts"
import { spendTotpStep, storeBackupCodes, type TwoFactor } from "../../../identity/sign-in/two-factor-store.ts"
import { BACKUP_CODES, TOTP_SECRET } from "../../../secrets/sealed-columns.ts"

/** What a code turned out to be. `spend` makes sure that it is never accepted again. */
export interface Proof {
  kind: "totp" | "backup code"
  /** False when it was spent before. */
  spend(): Promise<boolean>
}

/** Null for a wrong code. Reads only; run it again on the locked row before spending. */
export function proveSecondFactor(ctx: Ctx, personId: string, twoFactor: TwoFactor, code: string): Proof | null {
  const { secrets } = ctx.runtime
  if (isTotpShaped(code)) {
    const step = totpStep(
      secrets.open(twoFactor.sealedSecret, TOTP_SECRET.at(personId)),
      withoutBlanks(code),
      ctx.runtime.now(),
    )
    return step === null ? null : { kind: "totp", spend: () => spendTotpStep(ctx.tx, personId, step) }
  }
  if (!twoFactor.sealedBackupCodes) return null
  const hashes: string[] = JSON.parse(secrets.open(twoFactor.sealedBackupCodes, BACKUP_CODES.at(personId)))
  const hash = hashBackupCode(code)
  if (!hashes.includes(hash)) return null
  const remaining = hashes.filter((other) => other !== hash)
  return {
    kind: "backup code",
    async spend() {
      await storeBackupCodes(ctx.tx, personId, secrets.seal(JSON.stringify(remaining), BACKUP_CODES.at(personId)))
      return true
    },
  }
}

/** What an authenticator app shows; everything else is meant as a backup code. */
export function isTotpShaped(code: string): boolean {
  return /^\d{6}$/.test(withoutBlanks(code))
}

export function sealBackupCodes(ctx: Ctx, personId: string, codes: readonly string[]): string {
  return ctx.runtime.secrets.seal(JSON.stringify(codes.map(hashBackupCode)), BACKUP_CODES.at(personId))
}

function withoutBlanks(code: string): string {
  return code.replace(/\s/g, "")
}
