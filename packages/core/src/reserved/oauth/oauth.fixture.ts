import { createHash, randomBytes } from "node:crypto"
import type { TestPlatform } from "@countersign/testing"
import type { Caller } from "../../access/ctx.ts"
import { MCP_PATH, oauthContract } from "../../contract/platform/oauth.ts"
import type { Platform } from "../../create-platform.ts"
import type { ApplicationPrincipal } from "../../identity/principal/principal.ts"

export const BASE = "https://ops.example.test"
export const RESOURCE = BASE + MCP_PATH
export const REDIRECT = "http://127.0.0.1/callback"

export interface TokenBody {
  access_token: string
  refresh_token?: string
  token_type?: string
  expires_in?: number
  scope?: string
  error?: string
  error_description?: string
}

/** An app as other people write them: it knows the addresses of the specifications and nothing of ours. */
export interface TestClient {
  clientId: string
  verifier: string
  /** The query of the authorization request; null leaves a parameter out. */
  query(changes?: Record<string, string | null>): string
  /** Lets the person agree, and returns the address the browser is sent to. */
  consent(person: Caller, scopes: string[], changes?: Record<string, string | null>): Promise<URL>
  code(person: Caller, scopes: string[], changes?: Record<string, string | null>): Promise<string>
  exchange(code: string, changes?: Record<string, string | null>): Promise<Answer>
  refresh(token: string, changes?: Record<string, string | null>): Promise<Answer>
  revoke(token: string, changes?: Record<string, string | null>): Promise<Answer>
  /** The whole way: agreed, exchanged. */
  connect(person: Caller, scopes: string[]): Promise<{ access: string; refresh: string; grantId: string }>
}

export interface Answer {
  status: number
  body: TokenBody
  headers: Headers
}

export function testClient({ platform }: TestPlatform, clientId: string, secret: string | null = null): TestClient {
  const verifier = randomBytes(32).toString("base64url")
  const challenge = createHash("sha256").update(verifier).digest("base64url")
  const credentials = { client_id: clientId, client_secret: secret }
  const client: TestClient = {
    clientId,
    verifier,
    query: (changes = {}) =>
      form({
        response_type: "code",
        client_id: clientId,
        redirect_uri: REDIRECT,
        code_challenge: challenge,
        code_challenge_method: "S256",
        scope: "read write offline_access",
        state: "as it was",
        resource: RESOURCE,
        ...changes,
      }),
    async consent(person, scopes, changes = {}) {
      const asked = { request: client.query(changes), scopes }
      return new URL((await platform.call(person, oauthContract.grantAuthorization, asked)).redirectUrl)
    },
    async code(person, scopes, changes) {
      return (await client.consent(person, scopes, changes)).searchParams.get("code")!
    },
    exchange: (code, changes = {}) =>
      post(platform, "/oauth/token", {
        grant_type: "authorization_code",
        code,
        code_verifier: verifier,
        redirect_uri: REDIRECT,
        ...credentials,
        ...changes,
      }),
    refresh: (token, changes = {}) =>
      post(platform, "/oauth/token", { grant_type: "refresh_token", refresh_token: token, ...credentials, ...changes }),
    revoke: (token, changes = {}) => post(platform, "/oauth/revoke", { token, ...credentials, ...changes }),
    async connect(person, scopes) {
      const { status, body } = await client.exchange(await client.code(person, scopes))
      if (status !== 200) throw new Error(`Connecting failed: ${JSON.stringify(body)}`)
      const principal = await principalOf(platform, body.access_token)
      return { access: body.access_token, refresh: body.refresh_token ?? "", grantId: principal.actsFor!.grantId }
    },
  }
  return client
}

export async function post(
  platform: Platform,
  path: string,
  fields: Record<string, string | null>,
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send(platform, path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: form(fields),
  })
}

export async function send(platform: Platform, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await platform.fetch(new Request(BASE + path, init), "192.0.2.7")
  const text = await response.text()
  const isJson = response.headers.get("content-type")?.includes("json") ?? false
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : {}) as TokenBody }
}

/** Whom a token stands for at the MCP endpoint; rejects as the endpoint would. */
export async function principalOf(
  platform: Platform,
  token: string,
  address = RESOURCE,
): Promise<ApplicationPrincipal> {
  const request = new Request(address, { method: "POST", headers: { authorization: `Bearer ${token}` } })
  const { principal } = await platform.identity.authenticate(request)
  return principal as ApplicationPrincipal
}

export function form(fields: Record<string, string | null>): string {
  const given = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null)
  return new URLSearchParams(given).toString()
}
