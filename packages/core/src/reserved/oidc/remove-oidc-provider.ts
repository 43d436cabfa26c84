import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { unlinkEverybody } from "../../identity/oidc/oidc-link-store.ts"
import { removeProvider, withoutSecret } from "../../identity/oidc/oidc-provider-store.ts"
import { demandMayTrust, demandProvider, staleProvider } from "./demand-oidc-provider.ts"

export const removeOidcProvider = implement(oidcContract.removeOidcProvider, async (ctx, { id, version }) => {
  demandMayTrust(ctx)
  const before = await demandProvider(ctx, id)
  if (!(await removeProvider(ctx.tx, id, version))) throw await staleProvider(ctx, before)
  const unlinked = await unlinkEverybody(ctx.tx, id)
  ctx.audit({ before: withoutSecret(before), after: null, note: `${unlinked} people were unlinked.` })
  return {}
})
