import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ForbiddenError, UnauthenticatedError } from "../../../errors.ts"
import { findCredential, isCurrentHash } from "../../../identity/person-store.ts"
import { verifyPassword } from "../../../identity/sign-in/password.ts"
import { attemptSucceeded } from "../../../identity/sign-in/sign-in-attempts.ts"
import { writeRefusal } from "../refuse.ts"
import { beginAttemptHere } from "./begin-attempt-here.ts"
import { askSecondFactor } from "./pending-second-factor.ts"
import { demandHttp, startSession } from "./start-session.ts"

/** One sentence for both, so that nobody learns which addresses have an account. */
const WRONG = "The email address or the password is wrong."

export const signIn = implement(sessionContract.signIn, async (ctx, { email, password }) => {
  const { database } = ctx.runtime
  demandHttp(ctx)
  // Everything up to the password runs before the transaction opens: whoever waits for a turn holds no connection.
  const { attempt, comer } = await beginAttemptHere(ctx, "password", { subject: email, knownTo: { email } })
  const credential = await findCredential(database.direct, { email })
  const right = await verifyPassword(password, credential?.passwordHash ?? null, comer)
  if (!credential || !right) {
    await writeRefusal(
      ctx,
      credential ? `Wrong password for ${credential.personId}.` : "The address belongs to nobody here.",
    )
    throw new UnauthenticatedError(WRONG)
  }
  const { personId, name } = credential
  if (credential.disabled) {
    await writeRefusal(ctx, `${personId} is disabled.`)
    throw new ForbiddenError("This account is disabled. An administrator can enable it again.")
  }

  if (!(await isCurrentHash(ctx.tx, personId, credential.passwordHash!))) throw new UnauthenticatedError(WRONG)
  await attemptSucceeded(ctx.tx, attempt)
  const thing = { type: "platform.person", id: personId, name }
  if (credential.twoFactor) {
    await askSecondFactor(ctx, personId)
    ctx.audit({ thing, note: "The password was right; a second factor was asked for." })
    return { status: "secondFactor" as const }
  }
  await startSession(ctx, personId)
  ctx.audit({ thing, note: "Signed in with a password." })
  return { status: "signedIn" as const }
})
