import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { NotFoundError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { markRevoked } from "./application-store.ts"
import { demandApplication } from "./get-application.ts"

export const revokeKey = implement(applicationsContract.revokeKey, async (ctx, { id, keyId }) => {
  const before = await demandApplication(ctx, id)
  if (!(await markRevoked(ctx.tx, id, keyId))) throw noSuchKey(keyId)
  const after = await demandApplication(ctx, id)
  ctx.audit({ before, after })
  forgetPrincipal(ctx, `application:${id}`)
  return after
})

export function noSuchKey(keyId: string): NotFoundError {
  return new NotFoundError(`This application has no key ${keyId}, or it was revoked before.`)
}
