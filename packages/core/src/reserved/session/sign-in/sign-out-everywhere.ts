import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { endSessionsOf } from "../../../identity/session/session-store.ts"
import { dropSessionCookie } from "./drop-session-cookie.ts"

export const signOutEverywhere = implement(sessionContract.signOutEverywhere, async (ctx) => {
  const { id, name } = ctx.principal
  const ended = await endSessionsOf(ctx.tx, id)
  ctx.audit({ thing: { type: "platform.person", id, name }, note: `Signed out everywhere; ${ended} sessions ended.` })
  ctx.signal("platform.oauth")
  forgetPrincipal(ctx, `user:${id}`)
  dropSessionCookie(ctx)
  return { ended }
})
