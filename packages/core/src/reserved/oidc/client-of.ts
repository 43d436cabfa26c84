import type { Ctx } from "../../access/ctx.ts"
import type { OidcClient } from "../../identity/oidc/oidc-client.ts"
import type { StoredOidcProvider } from "../../identity/oidc/oidc-provider-store.ts"
import { OIDC_CLIENT_SECRET } from "../../secrets/sealed-columns.ts"

/** What we are at the provider, with the secret in clear: for the request at hand only. */
export function clientOf(ctx: Ctx, { id, clientId, sealedClientSecret }: StoredOidcProvider): OidcClient {
  const { secrets } = ctx.runtime
  const clientSecret = sealedClientSecret === null ? null : secrets.open(sealedClientSecret, OIDC_CLIENT_SECRET.at(id))
  return { clientId, clientSecret }
}
