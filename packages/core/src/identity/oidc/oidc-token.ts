import { z } from "zod"
import type { Egress } from "../../egress/guarded-fetch.ts"
import {
  fetchKeys,
  fetchUserInfo,
  type OidcClient,
  type OidcEndpoints,
  OidcProviderError,
  redeemCode,
} from "./oidc-client.ts"

/** What the provider says of somebody, once it is sure that the provider says it, to us, about this very sign-in. */
export interface OidcClaims {
  subject: string
  email: string | null
  emailVerified: boolean
  name: string | null
}

/** The ID token is not to be trusted; the sentence says why, for the audit log. */
export class OidcTokenError extends Error {
  override name = "OidcTokenError"
}

// Signatures of a key pair only. With HS256 the client's secret would sign, and "none" signs nothing.
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]
// The provider's clock and ours are never quite the same.
const CLOCK_TOLERANCE_SECONDS = 60

export async function redeemForClaims(
  egress: Egress,
  endpoints: OidcEndpoints,
  client: OidcClient,
  proof: { code: string; verifier: string; nonce: string; redirectUri: string; now: Date },
): Promise<OidcClaims> {
  const { idToken, accessToken } = await redeemCode(egress, endpoints, client, proof)
  const claims = await verifyIdToken(egress, endpoints, client, idToken, proof)
  if (claims.email !== null || !accessToken || !endpoints.userinfoEndpoint) return claims
  const more = await fetchUserInfo(egress, endpoints.userinfoEndpoint, accessToken)
  // OpenID Connect Core, 5.3.2: claims of another subject must not be used.
  if (more.sub !== claims.subject) throw new OidcTokenError("The userinfo answer is about another subject.")
  return toClaims({ ...more, name: more.name ?? claims.name })
}

async function verifyIdToken(
  egress: Egress,
  endpoints: OidcEndpoints,
  { clientId }: OidcClient,
  idToken: string,
  { nonce, now }: { nonce: string; now: Date },
): Promise<OidcClaims> {
  const keys = await fetchKeys(egress, endpoints)
  // Loaded with the first sign-in by a provider: most installations have none.
  const { createLocalJWKSet, errors, jwtVerify } = await import("jose")
  try {
    const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys as never), {
      algorithms: ALGORITHMS,
      issuer: endpoints.issuer,
      audience: clientId,
      requiredClaims: ["sub", "exp", "iat", "nonce"],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now,
    })
    if (payload.nonce !== nonce) throw new OidcTokenError("The nonce is not the one of this sign-in.")
    if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId)
      throw new OidcTokenError("The token is for several clients, and was not issued to this one.")
    return toClaims(payload)
  } catch (error) {
    if (error instanceof errors.JWKSInvalid) throw new OidcProviderError(`${endpoints.jwksUri} is no set of keys.`)
    if (error instanceof errors.JOSEError) throw new OidcTokenError(`The ID token was refused: ${error.message}.`)
    throw error
  }
}

const Payload = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().trim().toLowerCase().max(254).pipe(z.email()).nullable().catch(null),
  email_verified: z.literal(true).catch(false as never),
  name: z.string().trim().min(1).max(120).nullable().catch(null),
})

function toClaims(payload: unknown): OidcClaims {
  const parsed = Payload.safeParse(payload)
  if (!parsed.success) throw new OidcTokenError("The subject is missing or unfit.")
  const { sub, email, email_verified, name } = parsed.data
  return { subject: sub, email, emailVerified: email_verified === true, name }
}
