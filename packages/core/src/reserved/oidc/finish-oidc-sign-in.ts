import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { oidcContract } from "../../contract/platform/oidc.ts"
import { discover, OidcProviderError } from "../../identity/oidc/oidc-client.ts"
import { type OidcFlow, takeFlow } from "../../identity/oidc/oidc-flow.ts"
import { findProvider, type StoredOidcProvider } from "../../identity/oidc/oidc-provider-store.ts"
import { type OidcClaims, OidcTokenError, redeemForClaims } from "../../identity/oidc/oidc-token.ts"
import { attemptSucceeded } from "../../identity/sign-in/sign-in-attempts.ts"
import { beginAttemptHere } from "../session/sign-in/begin-attempt-here.ts"
import { demandHttp, startSession } from "../session/sign-in/start-session.ts"
import { clientOf } from "./client-of.ts"
import { OidcRefusal, refuse } from "./oidc-refusal.ts"
import { type Arrival, personFor } from "./person-for.ts"
import { redirectUri } from "./redirect-uri.ts"

/** No second factor of ours is asked for: the provider has checked the person, as strictly as its owner wants it. */
export const finishOidcSignIn = implement(oidcContract.finishOidcSignIn, async (ctx, input) => {
  const { database, identity } = ctx.runtime
  const { request, responseHeaders } = demandHttp(ctx)
  const { attempt } = await beginAttemptHere(ctx, "oidc", { subject: null, knownTo: "anybody" })
  const { flow, dropCookie } = await takeFlow(database.direct, identity.cookie, request, input.state)
  if (dropCookie) responseHeaders.append("set-cookie", dropCookie)
  const provider = flow && (await findProvider(database.direct, flow.providerId))
  if (!provider) throw await refuse(ctx, "expired", "No sign-in with a provider was open in this browser.")

  const { person, created, linked } = await arrive(ctx, provider, flow, input).catch((error: unknown) => {
    if (error instanceof OidcRefusal) error.next = flow.next
    throw error
  })
  await attemptSucceeded(ctx.tx, attempt)
  await startSession(ctx, person.id)
  const how = created ? ", who was new here" : linked ? ", for the first time" : ""
  ctx.audit({
    thing: { type: "platform.person", id: person.id, name: person.name },
    ...(created ? { after: created } : {}),
    note: `Signed in with ${provider.name}${how}.`,
  })
  return { status: "signedIn" as const, next: flow.next }
})

async function arrive(
  ctx: Ctx,
  provider: StoredOidcProvider,
  flow: OidcFlow,
  { iss, code }: { iss?: string; code?: string },
): Promise<Arrival> {
  // RFC 9207: an answer that another provider gave is not for this sign-in.
  if (iss !== undefined && iss !== provider.issuer)
    throw await refuse(ctx, "untrusted", `The answer came from another issuer than ${provider.name}'s.`)
  if (!code) throw await refuse(ctx, "cancelled", `${provider.name} sent somebody back without a code.`)
  return personFor(ctx, provider, await redeem(ctx, provider, flow, code))
}

async function redeem(ctx: Ctx, provider: StoredOidcProvider, flow: OidcFlow, code: string): Promise<OidcClaims> {
  const { egress } = ctx.runtime
  const { verifier, nonce } = flow
  const proof = { code, verifier, nonce, redirectUri: redirectUri(ctx), now: ctx.runtime.now() }
  try {
    return await redeemForClaims(egress, await discover(egress, provider.issuer), clientOf(ctx, provider), proof)
  } catch (error) {
    if (error instanceof OidcProviderError) throw await refuse(ctx, "unreachable", `${provider.name}: ${error.message}`)
    if (error instanceof OidcTokenError) throw await refuse(ctx, "untrusted", `${provider.name}: ${error.message}`)
    throw error
  }
}
