import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { NotFoundError } from "../../../errors.ts"
import { consumeLink, readLink } from "../../../identity/one-time-link.ts"
import { findCredential, lockCredential, setPasswordHash } from "../../../identity/person-store.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { endSessionsOf } from "../../../identity/session/session-store.ts"
import { demandGoodPassword, hashPassword } from "../../../identity/sign-in/password.ts"
import { mayStillReset } from "../../people/still-given.ts"

const GONE =
  "This link has expired, was used already, or is no longer good because the password or the account changed. Ask for a new one."

/** Nobody is signed in by it: a person with a second factor still has to show it. */
export const resetPassword = implement(sessionContract.resetPassword, async (ctx, { token, password }) => {
  const { direct } = ctx.runtime.database
  const link = await readLink(direct, "password-reset", token)
  const person = link?.personId ? await findCredential(direct, { personId: link.personId }) : null
  if (!link || !person || person.disabled) throw new NotFoundError(GONE)
  demandGoodPassword(password, person.email)
  const hash = await hashPassword(password, { address: ctx.http?.address })

  await lockCredential(ctx.tx, person.personId)
  const still = await findCredential(ctx.tx, { personId: person.personId })
  if (!still || still.disabled || !(await mayStillReset(ctx, link, person.personId))) throw new NotFoundError(GONE)
  if (!(await consumeLink(ctx.tx, "password-reset", token))) throw new NotFoundError(GONE)
  await setPasswordHash(ctx.tx, person.personId, hash)
  const ended = await endSessionsOf(ctx.tx, person.personId)
  const thing = { type: "platform.person", id: person.personId, name: person.name }
  ctx.audit({ thing, note: `Chose a new password by a reset link; ${ended} sessions ended.` })
  forgetPrincipal(ctx, `user:${person.personId}`)
  return {}
})
