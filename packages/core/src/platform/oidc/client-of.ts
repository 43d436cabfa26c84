import type { Ctx } from "../../access/ctx.ts"
import type { OidcClient } from "../../identity/oidc-client.ts"
import type { StoredOidcProvider } from "../../identity/oidc-provider-store.ts"

/** What we are at the provider, with the secret in clear: for the request at hand only. */
export function clientOf(ctx: Ctx, { clientId, sealedClientSecret }: StoredOidcProvider): OidcClient {
  return { clientId, clientSecret: sealedClientSecret === null ? null : ctx.runtime.secrets.open(sealedClientSecret) }
}
