import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { markRevoked } from "./application-store.ts"
import { demandApplication } from "./get-application.ts"
import { issueKey } from "./issue-key.ts"
import { noSuchKey } from "./revoke-key.ts"

export const rotateKey = implement(applicationsContract.rotateKey, async (ctx, { id, keyId, expiresAt }) => {
  const before = await demandApplication(ctx, id)
  if (!(await markRevoked(ctx.tx, id, keyId))) throw noSuchKey(keyId)
  const { application, key } = await issueKey(ctx, id, expiresAt)
  ctx.audit({ before, after: application })
  forgetPrincipal(ctx, `application:${id}`)
  return { application, key }
})
