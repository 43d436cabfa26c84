import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { NotFoundError } from "../../../errors.ts"
import { withdrawEmailChangeOf } from "../../../identity/one-time-link.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { endSession } from "../../../identity/session/session-store.ts"

export const revokeSession = implement(sessionContract.revokeSession, async (ctx, { id }) => {
  const { principal } = ctx
  if (!(await endSession(ctx.tx, principal.id, id)))
    throw new NotFoundError(`You have no session ${id}. It may have ended by itself; list your sessions again.`)
  await withdrawEmailChangeOf(ctx.tx, principal.id, id)
  const thing = { type: "platform.person", id: principal.id, name: principal.name }
  ctx.audit({ thing, note: `Ended the session ${id}.` })
  forgetPrincipal(ctx, `user:${principal.id}`)
  return {}
})
