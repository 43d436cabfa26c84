import type { Ctx } from "../../../access/ctx.ts"
import { InvalidInputError, NotFoundError, UnauthenticatedError } from "../../../errors.ts"
import { type Credential, findCredential, isCurrentHash } from "../../../identity/person-store.ts"
import { type Comer, verifyPassword } from "../../../identity/sign-in/password.ts"
import { attemptSucceeded } from "../../../identity/sign-in/sign-in-attempts.ts"
import { writeRefusal } from "../refuse.ts"
import { beginAttemptInSession } from "../sign-in/begin-attempt-here.ts"

/** The signed-in person proves again who they are, before something a stolen session must not be able to do. */
export async function confirmPassword(ctx: Ctx, password: string): Promise<Credential> {
  const { credential, settle } = await provePassword(ctx, password)
  await settle()
  return credential
}

/**
 * In two parts: the costly one runs before the transaction opens, so that nobody holds a connection while waiting for
 * a turn; `settle` makes sure, inside the transaction, that the password is still the same.
 */
export async function provePassword(
  ctx: Ctx,
  password: string,
  path = "password",
): Promise<{ credential: Credential; comer: Comer; settle(): Promise<void> }> {
  const { database } = ctx.runtime
  const credential = await findCredential(database.direct, { personId: ctx.principal.id })
  if (!credential) throw new NotFoundError("Your account no longer exists.")
  const { personId, email, passwordHash } = credential
  const { attempt, comer } = await beginAttemptInSession(ctx, "password", email)
  if (!(await verifyPassword(password, passwordHash, comer))) {
    await writeRefusal(ctx, `The password of ${personId} was not confirmed.`)
    throw new InvalidInputError("This is not your password.", [{ path, message: "This is not your password." }])
  }
  return {
    credential,
    comer,
    async settle() {
      if (!(await isCurrentHash(ctx.tx, personId, passwordHash!)))
        throw new UnauthenticatedError("Your password was changed a moment ago. Try again with the new one.")
      await attemptSucceeded(ctx.tx, attempt)
    },
  }
}
