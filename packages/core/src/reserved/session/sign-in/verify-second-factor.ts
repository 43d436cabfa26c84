import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ForbiddenError, UnauthenticatedError } from "../../../errors.ts"
import { findCredential } from "../../../identity/person-store.ts"
import { attemptSucceeded } from "../../../identity/sign-in/sign-in-attempts.ts"
import { lockTwoFactor, readTwoFactor } from "../../../identity/sign-in/two-factor-store.ts"
import { writeRefusal } from "../refuse.ts"
import { isTotpShaped, proveSecondFactor } from "../second-factor/second-factor-proof.ts"
import { beginAttemptHere } from "./begin-attempt-here.ts"
import { pendingSecondFactor, settleSecondFactor } from "./pending-second-factor.ts"
import { demandHttp, startSession } from "./start-session.ts"

export const verifySecondFactor = implement(sessionContract.verifySecondFactor, async (ctx, { code }) => {
  const { database } = ctx.runtime
  demandHttp(ctx)
  const pending = await pendingSecondFactor(ctx)
  if (!pending) throw new UnauthenticatedError("Signing in took too long. Begin again with your password.")
  const { personId, token } = pending
  // A backup code is beyond guessing, so nothing that is guessed at the other kind keeps its owner from using one.
  const kind = isTotpShaped(code) ? "totp" : "backup-code"
  const { attempt } = await beginAttemptHere(ctx, kind, { subject: personId, knownTo: { personId } })
  const stored = await readTwoFactor(database.direct, personId)
  if (!stored || !proveSecondFactor(ctx, personId, stored, code)) {
    await writeRefusal(ctx, `Wrong second factor for ${personId}.`)
    throw new UnauthenticatedError("This code is wrong or too old. Take the current one from your authenticator app.")
  }

  const twoFactor = await lockTwoFactor(ctx.tx, personId)
  const proof = twoFactor && proveSecondFactor(ctx, personId, twoFactor, code)
  if (!proof || !(await proof.spend())) {
    await writeRefusal(ctx, `A second factor of ${personId} was used twice.`)
    throw new UnauthenticatedError("This code was used already. Wait for the next one.")
  }
  if (!(await settleSecondFactor(ctx, ctx.tx, token)))
    throw new UnauthenticatedError("This sign-in was finished already. Begin again with your password.")
  const credential = await findCredential(ctx.tx, { personId })
  if (!credential || credential.disabled)
    throw new ForbiddenError("This account is disabled. An administrator can enable it again.")
  await attemptSucceeded(ctx.tx, attempt)
  await startSession(ctx, personId)
  const thing = { type: "platform.person", id: personId, name: credential.name }
  ctx.audit({ thing, note: `Signed in with a password and a ${proof.kind}.` })
  return { status: "signedIn" as const }
})
