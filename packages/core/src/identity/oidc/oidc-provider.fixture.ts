import { createHash, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from "jose"
import { afterAll } from "vitest"

/** An OpenID Connect provider on loopback that knows one client and believes to know who sits before it. */
export interface FakeProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who is signed in there: claims of the next tokens. */
  person: Record<string, unknown>
  /** Claims that overwrite the next tokens' own; undefined leaves one out. */
  overwrite: Record<string, unknown>
  signWith: "its key" | "another key" | "the secret" | "nothing"
  /** Claims that are at the userinfo endpoint only. */
  userinfo: Record<string, unknown> | null
  /** Overwrites what the discovery document says. */
  discovery: Record<string, unknown>
  /** What the token endpoint takes from clients. */
  authMethod: "client_secret_basic" | "client_secret_post"
  /** Codes and tokens it gave out, to look for where they must not be. */
  issued: string[]
  /** Follows an authorization address as a browser would, and returns where it sends the browser. */
  authorize(url: string): Promise<string>
  stop(): Promise<void>
}

interface Code {
  nonce: string | null
  challenge: string | null
  redirectUri: string
}

export async function startOidcProvider(): Promise<FakeProvider> {
  const { publicKey, privateKey } = await generateKeyPair("ES256")
  const another = await generateKeyPair("ES256")
  const jwk = { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256", use: "sig" }
  const codes = new Map<string, Code>()

  const server = createServer((request, response) => {
    void handle(request).then(({ status = 200, headers = {}, body }) => {
      response.writeHead(status, { "content-type": "application/json", ...headers })
      response.end(typeof body === "string" ? body : JSON.stringify(body ?? {}))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let running = true

  const provider: FakeProvider = {
    issuer,
    clientId: "countersign",
    clientSecret: `canary secret: ${randomBytes(12).toString("hex")}/+%`,
    person: { sub: "otto-1", email: "otto@example.test", email_verified: true, name: "Otto Lind" },
    overwrite: {},
    signWith: "its key",
    userinfo: null,
    discovery: {},
    authMethod: "client_secret_basic",
    issued: [],
    async authorize(url) {
      const response = await fetch(url, { redirect: "manual" })
      const location = response.headers.get("location")
      if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
      return location
    },
    async stop() {
      if (!running) return
      running = false
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  afterAll(() => provider.stop())
  return provider

  interface Answer {
    status?: number
    headers?: Record<string, string>
    body?: unknown
  }

  async function handle(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", issuer)
    if (url.pathname === "/.well-known/openid-configuration") return { body: { ...document(), ...provider.discovery } }
    if (url.pathname === "/keys") return { body: { keys: [jwk] } }
    if (url.pathname === "/authorize") return authorize(url.searchParams)
    if (url.pathname === "/token") return token(request, new URLSearchParams(await readBody(request)))
    if (url.pathname === "/userinfo" && provider.userinfo) return { body: provider.userinfo }
    return { status: 404, body: "<h1>Not here</h1>" }
  }

  function document() {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...(provider.userinfo ? { userinfo_endpoint: `${issuer}/userinfo` } : {}),
      token_endpoint_auth_methods_supported: [provider.authMethod],
    }
  }

  function authorize(asked: URLSearchParams): Answer {
    const redirectUri = asked.get("redirect_uri") ?? ""
    const fits =
      asked.get("client_id") === provider.clientId &&
      asked.get("response_type") === "code" &&
      asked.get("scope")?.split(" ").includes("openid") &&
      asked.get("code_challenge_method") === "S256" &&
      URL.canParse(redirectUri)
    if (!fits) return { status: 400, body: { error: "invalid_request" } }
    const code = randomBytes(16).toString("hex")
    codes.set(code, { nonce: asked.get("nonce"), challenge: asked.get("code_challenge"), redirectUri })
    provider.issued.push(code)
    const back = new URL(redirectUri)
    back.searchParams.set("code", code)
    back.searchParams.set("state", asked.get("state") ?? "")
    return { status: 302, headers: { location: back.href } }
  }

  async function token(request: IncomingMessage, form: URLSearchParams): Promise<Answer> {
    if (!knowsClient(request, form)) return { status: 401, body: { error: "invalid_client" } }
    const given = form.get("code") ?? ""
    const code = codes.get(given)
    codes.delete(given)
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url")
    if (!code || code.challenge !== challenge || code.redirectUri !== form.get("redirect_uri"))
      return { status: 400, body: { error: "invalid_grant" } }
    const accessToken = `canary-access-${randomBytes(12).toString("hex")}`
    const idToken = await signIdToken(code.nonce)
    provider.issued.push(accessToken, idToken)
    return { body: { token_type: "Bearer", access_token: accessToken, id_token: idToken } }
  }

  function knowsClient(request: IncomingMessage, form: URLSearchParams): boolean {
    if (provider.authMethod === "client_secret_post")
      return form.get("client_id") === provider.clientId && form.get("client_secret") === provider.clientSecret
    const pair = Buffer.from((request.headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString()
    const [id = "", secret = ""] = pair.split(":").map((part) => new URLSearchParams(`x=${part}`).get("x") ?? "")
    return id === provider.clientId && secret === provider.clientSecret
  }

  async function signIdToken(nonce: string | null): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const own = { iss: issuer, aud: provider.clientId, iat: now, exp: now + 300, nonce, ...provider.person }
    const claims = { ...own, ...provider.overwrite }
    if (provider.signWith === "nothing") return new UnsecuredJWT(claims).encode()
    if (provider.signWith === "the secret")
      return new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode(provider.clientSecret.padEnd(32, "x")))
    const key = provider.signWith === "its key" ? privateKey : another.privateKey
    return new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid: "one" }).sign(key)
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
