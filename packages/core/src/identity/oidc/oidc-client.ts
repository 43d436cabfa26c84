import { z } from "zod"
import { isProviderAddress } from "../../contract/platform/oidc.ts"
import { EgressFaultError } from "../../egress/egress-errors.ts"
import { NotAllowedError } from "../../egress/guard.ts"
import type { Egress, GuardedRequest } from "../../egress/guarded-fetch.ts"

/** What a provider did wrong, in a sentence for the administrator who set it up. */
export class OidcProviderError extends Error {
  override name = "OidcProviderError"
}

export interface OidcEndpoints {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  userinfoEndpoint: string | null
  /** The token endpoint takes the client's secret in the body only, not as basic authentication. */
  secretInBody: boolean
}

export interface OidcClient {
  clientId: string
  clientSecret: string | null
}

// Longer than a slow provider takes, shorter than people wait.
const TIMEOUT_MS = 8_000
// Discovery documents and key sets are a few kilobytes; whoever sends more has something else in mind.
const MOST_BYTES = 512 * 1024

/** Asked anew at every sign-in: those are few, and a provider that changed its keys or moved needs no waiting. */
export async function discover(egress: Egress, issuer: string): Promise<OidcEndpoints> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`
  const document = read(Discovery, await askOk(egress, address), `${address} is no discovery document`)
  if (document.issuer !== issuer)
    throw new OidcProviderError(
      `The provider at ${address} calls itself ${document.issuer}. Write the issuer exactly so, if that is the one you mean.`,
    )
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = document
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint])
    if (endpoint !== undefined && !isProviderAddress(endpoint))
      throw new OidcProviderError(`${address} names ${endpoint}, which is no https address.`)
  const methods = document.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]
  return {
    issuer,
    authorizationEndpoint: authorization_endpoint,
    tokenEndpoint: token_endpoint,
    jwksUri: jwks_uri,
    userinfoEndpoint: userinfo_endpoint ?? null,
    secretInBody: !methods.includes("client_secret_basic") && methods.includes("client_secret_post"),
  }
}

export async function fetchKeys(
  egress: Egress,
  { jwksUri }: OidcEndpoints,
): Promise<{ keys: Record<string, unknown>[] }> {
  return read(KeySet, await askOk(egress, jwksUri), `${jwksUri} is no set of keys`)
}

export function authorizationUrl(
  { authorizationEndpoint }: OidcEndpoints,
  asked: { clientId: string; redirectUri: string; state: string; nonce: string; challenge: string },
): string {
  const url = new URL(authorizationEndpoint)
  const parameters = {
    response_type: "code",
    scope: "openid email profile",
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    state: asked.state,
    nonce: asked.nonce,
    code_challenge: asked.challenge,
    code_challenge_method: "S256",
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

export async function redeemCode(
  egress: Egress,
  endpoints: OidcEndpoints,
  client: OidcClient,
  proof: { code: string; verifier: string; redirectUri: string },
): Promise<{ idToken: string; accessToken: string | null }> {
  const { status, body } = await askForTokens(egress, endpoints, client, proof)
  if (status !== 200) throw new OidcProviderError(`${hostOf(endpoints.tokenEndpoint)} ${refusalIn(status, body)}.`)
  const tokens = read(Tokens, body, `${endpoints.tokenEndpoint} answered without an ID token`)
  return { idToken: tokens.id_token, accessToken: tokens.access_token ?? null }
}

/** Asks for tokens with a code that cannot be right: whether the code or the client is refused tells what is wrong. */
export async function probeClient(
  egress: Egress,
  endpoints: OidcEndpoints,
  client: OidcClient,
  redirectUri: string,
): Promise<void> {
  const proof = { code: "countersign-test", verifier: "countersign-test".repeat(4), redirectUri }
  const { status, body } = await askForTokens(egress, endpoints, client, proof)
  if (["invalid_client", "unauthorized_client"].includes(errorIn(body) ?? ""))
    throw new OidcProviderError(
      `${hostOf(endpoints.tokenEndpoint)} does not accept the client id and secret: it ${refusalIn(status, body)}.`,
    )
}

/** Some providers put the email address there only, and leave it out of the ID token. */
export async function fetchUserInfo(
  egress: Egress,
  address: string,
  accessToken: string,
): Promise<Record<string, unknown>> {
  const body = await askOk(egress, address, { headers: { authorization: `Bearer ${accessToken}` } })
  return read(z.record(z.string(), z.unknown()), body, `${address} answered with something else than claims`)
}

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  userinfo_endpoint: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
const KeySet = z.object({ keys: z.array(z.record(z.string(), z.unknown())).min(1) })
const Tokens = z.object({ id_token: z.string(), access_token: z.string().optional() })

function askForTokens(
  egress: Egress,
  { tokenEndpoint, secretInBody }: OidcEndpoints,
  { clientId, clientSecret }: OidcClient,
  proof: { code: string; verifier: string; redirectUri: string },
) {
  const form = new URLSearchParams({
    grant_type: "authorization_code",
    code: proof.code,
    redirect_uri: proof.redirectUri,
    code_verifier: proof.verifier,
  })
  const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" }
  if (clientSecret !== null && !secretInBody) {
    // RFC 6749, 2.3.1: both halves are form-encoded before they are joined.
    const pair = [clientId, clientSecret].map((part) => new URLSearchParams({ "": part }).toString().slice(1)).join(":")
    headers.authorization = `Basic ${Buffer.from(pair).toString("base64")}`
  } else {
    form.set("client_id", clientId)
    if (clientSecret !== null) form.set("client_secret", clientSecret)
  }
  return ask(egress, tokenEndpoint, { method: "POST", headers, body: form.toString() })
}

async function askOk(egress: Egress, address: string, request: GuardedRequest = {}): Promise<unknown> {
  const { status, body } = await ask(egress, address, request)
  if (status !== 200) throw new OidcProviderError(`${address} answered ${status}. Is the issuer's address right?`)
  return body
}

/** A redirect is not followed: it could carry the secret to another server. */
async function ask(
  egress: Egress,
  address: string,
  request: GuardedRequest,
): Promise<{ status: number; body: unknown }> {
  try {
    const { status, body, truncated } = await egress.ask(address, {
      ...request,
      headers: { ...request.headers, accept: "application/json" },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      truncate: true,
    })
    if (truncated) throw new OidcProviderError(`${address} answered with more than ${MOST_BYTES} bytes.`)
    return { status, body: parse(Buffer.from(body).toString("utf8")) }
  } catch (error) {
    if (error instanceof OidcProviderError) throw error
    if (error instanceof NotAllowedError || error instanceof EgressFaultError)
      throw new OidcProviderError(error.message)
    throw new OidcProviderError(`${hostOf(address)} could not be reached (${reasonOf(error)}).`)
  }
}

/** Undefined for what is no JSON: an error page, usually, whose status says enough. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown, otherwise: string): z.output<Schema> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join(".")
  throw new OidcProviderError(`${otherwise}${where ? ` ("${where}" is missing or unfit)` : ""}.`)
}

/** Only the standard's own words: descriptions may quote what we sent. */
function errorIn(body: unknown): string | null {
  const error = (body as { error?: unknown } | null | undefined)?.error
  return typeof error === "string" && /^[\w.-]{1,60}$/.test(error) ? error : null
}

function refusalIn(status: number, body: unknown): string {
  const error = errorIn(body)
  return error ? `answered "${error}"` : `answered ${status}`
}

function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: unknown; message?: string } }
  if (name === "TimeoutError") return `no answer within ${TIMEOUT_MS / 1000} seconds`
  return typeof cause?.code === "string" ? cause.code : (cause?.message ?? message)
}

function hostOf(address: string): string {
  return new URL(address).host
}
