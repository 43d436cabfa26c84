import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { listProviders, withoutSecret } from "../../identity/oidc/oidc-provider-store.ts"
import { redirectUri } from "./redirect-uri.ts"

export const listOidcProviders = implement(oidcContract.listOidcProviders, async (ctx) => ({
  providers: (await listProviders(ctx.tx)).map(withoutSecret),
  redirectUri: redirectUri(ctx),
}))
