import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import { type Context, Hono } from "hono"
import type { Caller, HttpExchange } from "../access/ctx.ts"
import type { AnyVerb } from "../access/implement.ts"
import type { Route } from "../access/points/route.ts"
import { isBrowserTool } from "../contract/browser-tool.ts"
import type { ErrorBody } from "../contract/error-codes.ts"
import { metaOf } from "../contract/procedure.ts"
import { NotFoundError } from "../errors.ts"
import type { Authenticated } from "../identity/identity.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { createMetrics, type Metrics } from "../metrics.ts"
import type { Secrets } from "../secrets/secrets.ts"
import { API_DOCS_CSS, apiDocsPage } from "./api-docs.ts"
import { guardAddress } from "./guard-address.ts"
import { guardHost } from "./guard-host.ts"
import { demandOwnOrigin } from "./guard-origin.ts"
import { openApiDocument } from "./openapi.ts"
import { logRequests } from "./request-log.ts"
import { type ErrorAnswer, respondError, toPlatformError } from "./respond.ts"
import { answerRoute, type RouteParts } from "./routes/answer-route.ts"
import { callOverHttp } from "./rpc.ts"
import { runsNothing, securityHeaders } from "./security-headers.ts"
import { forgetBody } from "./sent.ts"
import { isReadByPeople, wordsForPeople } from "./words-for-people.ts"

export interface AppOptions extends RouteParts {
  verbs: ReadonlyMap<string, AnyVerb>
  /** Those of the app's origin. */
  routes: readonly Route[]
  version: string
  /** Addresses people use; empty means whatever address the request names, which is right on loopback only. */
  origins: ReadonlySet<string>
  siteOrigin: string | null
  secure: boolean
  authenticate(request: Request): Promise<Authenticated>
  metrics?: Metrics
  /** Errors pass it before they leave. */
  maskFor?: Secrets["maskFor"]
  createCaller(parts: Pick<Caller, "principal" | "correlationId" | "http">): Caller
  /** Pages and everything that is not the API: mounted last. */
  extend(app: Hono<AppEnv>): void
}

export interface AppEnv {
  /** `outgoing`: where a stream is written straight to the socket. */
  Bindings: { address: string; outgoing?: ServerResponse }
  /** All but the first are for the line in the log, once they are known. */
  Variables: { correlationId: string; principalId?: string; verb?: string; reads?: boolean; framed?: boolean }
}

/** The HTTP face: the API, its description, and what the platform mounts beside it. */
export function createApp(options: AppOptions): Hono<AppEnv> {
  const { verbs, log, maskFor, metrics = createMetrics() } = options
  const app = new Hono<AppEnv>()
  const headers = Object.entries(securityHeaders(options))
  // What only the platform calls is nobody's to read about, nor what runs in an open page.
  const procedures = [...verbs.values()]
    .map((verb) => verb.procedure)
    .filter((one) => metaOf(one).access !== "internal" && !isBrowserTool(one))

  app.use(async (c, next) => {
    const asked = c.req.header("x-correlation-id")
    c.set("correlationId", asked && /^[\w-]{8,64}$/.test(asked) ? asked : randomUUID())
    await next()
    forgetBody(c.req.raw)
    const own = c.res.headers.get("content-security-policy")
    for (const [name, value] of headers) c.res.headers.set(name, value)
    if (own !== null && c.get("framed") && runsNothing(own)) c.res.headers.set("content-security-policy", own)
    // A browser obeys both policies, so what an answer says of itself can only forbid more.
    else if (own !== null) c.res.headers.append("content-security-policy", own)
    c.res.headers.set("x-correlation-id", c.get("correlationId"))
  })
  app.use(logRequests(log, metrics))
  const refuse = (error: unknown, c: Context<AppEnv>, more: Partial<Pick<ErrorAnswer, "headers" | "put">> = {}) =>
    respondError(error, {
      request: c.req.raw,
      log,
      maskFor,
      put: isReadByPeople(c.req.raw) ? forPeople : undefined,
      correlationId: c.get("correlationId"),
      ...more,
    })
  app.onError((error, c) => refuse(error, c))
  app.notFound((c) => refuse(new NotFoundError("Nothing is served at this address."), c))

  app.use(async (c, next) => {
    guardAddress(c.req.raw)
    await next()
  })
  app.use("/api/*", async (c, next) => {
    guardHost(c.req.raw, options.origins)
    await next()
  })
  app.get("/api/v1/openapi.json", (c) =>
    c.json(openApiDocument(procedures, { version: options.version, serverUrl: originOf(c.req.raw) })),
  )
  app.get("/api/docs", (c) => c.html(apiDocsPage(procedures, originOf(c.req.raw))))
  app.get("/api/docs.css", () => new Response(API_DOCS_CSS, { headers: { "content-type": "text/css; charset=utf-8" } }))

  for (const route of options.routes) {
    app.on(route.method, route.path, (c) => {
      const { correlationId } = c.var
      const asked = {
        origin: "app" as const,
        request: c.req.raw,
        params: c.req.param() as Record<string, string>,
        address: c.env.address,
        outgoing: c.env.outgoing,
        async enter() {
          const { principal, byCookie } = await identify(c)
          if (byCookie && route.method === "POST") demandOwnOrigin(c.req.raw, options.origins)
          return principal
        },
        createCaller: (principal: Principal, http: HttpExchange) =>
          options.createCaller({ principal, correlationId, http }),
      }
      c.set("framed", route.framed === true)
      // An address beside the API is opened by browsers, calendars and feed readers: none of them knows a verb.
      return answerRoute(route, asked, options).catch((error) => refuse(error, c, { put: forPeople }))
    })
  }

  app.all("/api/v1/:plugin/:verb", async (c) => {
    const { caller, byCookie } = await enter(c)
    const { plugin, verb } = c.req.param()
    const id = `${plugin}.${verb}`
    const called = verbs.get(id)
    if (called) c.set("verb", id)
    c.set("reads", called !== undefined && metaOf(called.procedure).effect === "read")
    const count = (outcome: string) => called && metrics.count("countersign_verbs_total", { verb: id, outcome })
    try {
      const request = { request: c.req.raw, plugin, verb, byCookie, caller, outgoing: c.env.outgoing }
      const response = await callOverHttp(verbs, request, options.origins)
      count("ok")
      return response
    } catch (error) {
      count(toPlatformError(error).code)
      return refuse(error, c, { headers: caller.http!.responseHeaders })
    }
  })

  options.extend(app)
  return app

  async function identify(c: Context<AppEnv>) {
    const found = await options.authenticate(c.req.raw)
    c.set("principalId", found.principal.id)
    return found
  }

  async function enter(c: Context<AppEnv>) {
    const { principal, byCookie } = await identify(c)
    const http = { request: c.req.raw, responseHeaders: new Headers(), address: c.env.address }
    return { caller: options.createCaller({ principal, correlationId: c.get("correlationId"), http }), byCookie }
  }

  function forPeople(body: ErrorBody): ErrorBody {
    return wordsForPeople(body, options.isName)
  }

  function originOf(request: Request): string {
    return [...options.origins][0] ?? new URL(request.url).origin
  }
}
