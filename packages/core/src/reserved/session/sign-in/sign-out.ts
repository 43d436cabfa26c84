import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { endSession } from "../../../identity/session/session-store.ts"
import { dropSessionCookie } from "./drop-session-cookie.ts"

/** Open to anyone: signing out of a session that has ended already is no mistake. */
export const signOut = implement(sessionContract.signOut, async (ctx) => {
  const { principal } = ctx
  dropSessionCookie(ctx)
  if (principal.kind !== "user" || !principal.sessionId) return {}
  if (await endSession(ctx.tx, principal.id, principal.sessionId))
    ctx.audit({ thing: { type: "platform.person", id: principal.id, name: principal.name }, note: "Signed out." })
  forgetPrincipal(ctx, `user:${principal.id}`)
  return {}
})
