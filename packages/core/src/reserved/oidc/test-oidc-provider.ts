import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { UnavailableError } from "../../errors.ts"
import { discover, fetchKeys, OidcProviderError, probeClient } from "../../identity/oidc/oidc-client.ts"
import { clientOf } from "./client-of.ts"
import { demandProvider } from "./demand-oidc-provider.ts"
import { redirectUri } from "./redirect-uri.ts"

export const testOidcProvider = implement(oidcContract.testOidcProvider, async (ctx, { id }) => {
  const { egress } = ctx.runtime
  const provider = await demandProvider(ctx, id)
  try {
    const endpoints = await discover(egress, provider.issuer)
    const { keys } = await fetchKeys(egress, endpoints)
    await probeClient(egress, endpoints, clientOf(ctx, provider), redirectUri(ctx))
    ctx.audit({ thing: { id, name: provider.name }, note: "The provider was tested and answered." })
    return { authorizationEndpoint: endpoints.authorizationEndpoint, keys: keys.length }
  } catch (error) {
    if (!(error instanceof OidcProviderError)) throw error
    throw new UnavailableError(error.message)
  }
})
