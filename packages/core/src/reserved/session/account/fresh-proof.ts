import type { Ctx } from "../../../access/ctx.ts"
import { ForbiddenError, InvalidInputError, NotFoundError } from "../../../errors.ts"
import { type Credential, findCredential } from "../../../identity/person-store.ts"
import { isFreshSession } from "../../../identity/session/session-store.ts"
import { provePassword } from "./confirm-password.ts"

/**
 * The signed-in person proves again who they are: with the password, or, having none, by having come from their provider
 * just now. `settle` as in `provePassword`.
 */
export async function proveAfresh(
  ctx: Ctx,
  password: string | undefined,
): Promise<{ credential: Credential; settle(): Promise<void> }> {
  if (password !== undefined) return provePassword(ctx, password)
  const { principal } = ctx
  const { direct } = ctx.runtime.database
  const credential = await findCredential(direct, { personId: principal.id })
  if (!credential) throw new NotFoundError("Your account no longer exists.")
  if (credential.passwordHash !== null)
    throw new InvalidInputError("Write your password.", [{ path: "password", message: "Write your password." }])
  const sessionId = principal.kind === "user" ? principal.sessionId : null
  if (!sessionId || !(await isFreshSession(direct, principal.id, sessionId)))
    throw new ForbiddenError(
      "You have no password to confirm this with. Sign out, sign in again with your provider, and do it within ten minutes.",
    )
  return { credential, async settle() {} }
}
