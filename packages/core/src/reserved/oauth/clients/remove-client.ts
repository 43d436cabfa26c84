import { implement } from "../../../access/implement.ts"
import { oauthContract } from "../../../contract/platform/oauth.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { removeClient } from "./client-store.ts"
import { demandClient } from "./demand-client.ts"

export const removeOauthClient = implement(oauthContract.removeOauthClient, async (ctx, { id }) => {
  const before = await demandClient(ctx, id)
  await removeClient(ctx.tx, id)
  ctx.audit({ before })
  forgetPrincipal(ctx, `application:${id}`)
  return {}
})
