import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { lockCredential, setPasswordHash } from "../../../identity/person-store.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { endSessionsOf } from "../../../identity/session/session-store.ts"
import { demandGoodPassword, hashPassword } from "../../../identity/sign-in/password.ts"
import { startSession } from "../sign-in/start-session.ts"
import { provePassword } from "./confirm-password.ts"

export const changePassword = implement(sessionContract.changePassword, async (ctx, input) => {
  const { principal } = ctx
  const { credential, comer, settle } = await provePassword(ctx, input.currentPassword, "currentPassword")
  demandGoodPassword(input.newPassword, credential.email, "newPassword")
  const hash = await hashPassword(input.newPassword, comer)

  await lockCredential(ctx.tx, credential.personId)
  await settle()
  await setPasswordHash(ctx.tx, credential.personId, hash)
  const current = principal.kind === "user" ? principal.sessionId : null
  const ended = await endSessionsOf(ctx.tx, credential.personId, current)
  // Whoever has copied this browser's cookie is out as well: it goes on under another one.
  if (current) await startSession(ctx, credential.personId)
  const thing = { type: "platform.person", id: credential.personId, name: credential.name }
  ctx.audit({ thing, note: `Changed the password; ${ended} other sessions ended.` })
  forgetPrincipal(ctx, `user:${credential.personId}`)
  return {}
})
