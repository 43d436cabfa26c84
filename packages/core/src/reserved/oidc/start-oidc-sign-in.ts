import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { NotFoundError, UnavailableError } from "../../errors.ts"
import { authorizationUrl, discover, OidcProviderError } from "../../identity/oidc/oidc-client.ts"
import { beginFlow } from "../../identity/oidc/oidc-flow.ts"
import { findProvider } from "../../identity/oidc/oidc-provider-store.ts"
import { beginAttemptHere } from "../session/sign-in/begin-attempt-here.ts"
import { demandHttp } from "../session/sign-in/start-session.ts"
import { redirectUri } from "./redirect-uri.ts"

export const startOidcSignIn = implement(oidcContract.startOidcSignIn, async (ctx, { providerId, next }) => {
  const { database, egress, identity } = ctx.runtime
  const { responseHeaders } = demandHttp(ctx)
  await beginAttemptHere(ctx, "oidc-start", { subject: null, knownTo: "anybody" })
  const provider = await findProvider(database.direct, providerId)
  if (!provider) throw new NotFoundError("This way of signing in is no longer there. Load the page again.")
  const endpoints = await discover(egress, provider.issuer).catch((error: unknown) => {
    if (!(error instanceof OidcProviderError)) throw error
    ctx.log.warn("A sign-in provider did not answer.", { provider: provider.name, reason: error.message })
    throw new UnavailableError(
      `${provider.name} cannot be reached or answers something unusable. Try again in a minute, or sign in another way; if it stays, tell an administrator.`,
    )
  })

  const flow = await beginFlow(ctx.tx, identity.cookie, { providerId, next })
  ctx.afterCommit(() => responseHeaders.append("set-cookie", flow.setCookie))
  ctx.audit({ note: `A sign-in with ${provider.name} began.` })
  const { clientId } = provider
  return { url: authorizationUrl(endpoints, { ...flow, clientId, redirectUri: redirectUri(ctx) }) }
})
