import { implement } from "../../access/implement.ts"
import { oauthContract } from "../../contract/platform/oauth.ts"
import { removeDeadGrants } from "../../identity/oauth/oauth-grant-store.ts"

export const sweepOauth = implement(oauthContract.sweepOauth, async (ctx) => {
  const removed = await removeDeadGrants(ctx.tx)
  if (removed > 0) ctx.audit({ note: `Removed ${removed} expired connections, tokens and registrations of apps.` })
  return { removed }
})
