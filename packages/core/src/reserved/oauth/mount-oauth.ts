import type { Context, Hono } from "hono"
import type { Caller, HttpExchange } from "../../access/ctx.ts"
import { MCP_PATH } from "../../contract/platform/oauth.ts"
import type { AppEnv } from "../../http/app.ts"
import { guardHost } from "../../http/guard-host.ts"
import { readText } from "../../http/read-body.ts"
import { respondError } from "../../http/respond.ts"
import { baseUrl } from "../../identity/base-url.ts"
import type { Log } from "../../log.ts"
import type { Secrets } from "../../secrets/secrets.ts"
import { authorizationServerMetadata, protectedResourceMetadata } from "./oauth-metadata.ts"
import { answerOauthError } from "./oauth-response.ts"
import { getOauthSettings } from "./oauth-settings.ts"
import { answerRegister, answerRevoke, answerToken } from "./token-endpoint.ts"

export interface OauthMount {
  origins: ReadonlySet<string>
  log: Log
  maskFor: Secrets["maskFor"]
  /** The platform itself: what is asked here carries its own credentials, and a cookie must not count. */
  caller(http: HttpExchange, correlationId: string): Caller
}

type Answer = (caller: Caller, request: Request) => Promise<Response>

const MAX_QUERY = 12_000
const WELL_KNOWN_SERVER = "/.well-known/oauth-authorization-server"
const WELL_KNOWN_RESOURCE = "/.well-known/oauth-protected-resource"

/** OAuth 2.1 for MCP clients: its addresses and the shape of its answers are other people's specifications. */
export function mountOauth(app: Hono<AppEnv>, options: OauthMount): void {
  const metadata: Answer = async (caller) => {
    const settings = await getOauthSettings(caller, {})
    return publicJson(authorizationServerMetadata(baseUrl(caller), [...caller.runtime.registry.rules.keys()], settings))
  }
  const resource: Answer = async (caller) => publicJson(protectedResourceMetadata(baseUrl(caller)))

  for (const path of [WELL_KNOWN_SERVER, `${WELL_KNOWN_SERVER}${MCP_PATH}`]) open("GET", path, metadata)
  for (const path of [WELL_KNOWN_RESOURCE, `${WELL_KNOWN_RESOURCE}${MCP_PATH}`]) open("GET", path, resource)
  open("POST", "/oauth/token", answerToken)
  open("POST", "/oauth/revoke", answerRevoke)
  open("POST", "/oauth/register", answerRegister)

  app.on(["GET", "POST"], "/oauth/authorize", async (c) => {
    guardHost(c.req.raw, options.origins)
    const query = c.req.method === "GET" ? new URL(c.req.url).search.slice(1) : await readText(c.req.raw, MAX_QUERY)
    if (query.length > MAX_QUERY) return answerOauthError(400, "invalid_request", "The question is too long.")
    // In one word, so that nothing on the way to the page and through signing in reads or rewrites it.
    return c.redirect(`/connect-app?request=${Buffer.from(query).toString("base64url")}`, 302)
  })
  // A page in place of a missing document would be read as one: clients try several addresses in turn.
  for (const path of ["/.well-known/*", "/oauth/*"]) app.all(path, (c) => c.notFound())

  /** To any origin, without credentials: clients run in browsers too, on pages of their own. */
  function open(method: "GET" | "POST", path: string, answer: Answer): void {
    app.options(
      path,
      () => new Response(null, { status: 204, headers: { ...CORS, "access-control-max-age": "86400" } }),
    )
    app.on(method, path, async (c) => {
      const response = await run(c, answer)
      for (const [name, value] of Object.entries(CORS)) response.headers.set(name, value)
      return response
    })
  }

  async function run(c: Context<AppEnv>, answer: Answer): Promise<Response> {
    const request = c.req.raw
    const correlationId = c.get("correlationId")
    try {
      guardHost(request, options.origins)
      const http = { request, responseHeaders: new Headers(), address: c.env.address }
      return await answer(options.caller(http, correlationId), request)
    } catch (error) {
      return respondError(error, { request, log: options.log, maskFor: options.maskFor, correlationId })
    }
  }
}

const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-allow-headers": "authorization, content-type, mcp-protocol-version",
  "access-control-expose-headers": "www-authenticate, retry-after",
}

function publicJson(body: object): Response {
  return Response.json(body, { headers: { "cache-control": "public, max-age=60" } })
}
