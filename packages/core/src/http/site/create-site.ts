import { randomUUID } from "node:crypto"
import { type Context, Hono } from "hono"
import type { Caller, HttpExchange } from "../../access/ctx.ts"
import type { Route } from "../../access/points/route.ts"
import { NotFoundError, PlatformError } from "../../errors.ts"
import type { Principal } from "../../identity/principal/principal.ts"
import type { Metrics } from "../../metrics.ts"
import type { AppEnv } from "../app.ts"
import { guardAddress } from "../guard-address.ts"
import { logRequests } from "../request-log.ts"
import { toPlatformError } from "../respond.ts"
import { answerRoute, type RouteParts } from "../routes/answer-route.ts"
import { asksForOwnName } from "./own-name.ts"
import { FOR_OTHERS, OWN_HEADERS, siteHeaders } from "./site-headers.ts"
import { refuseVisitor, tell } from "./site-refusal.ts"

export interface SiteOptions extends RouteParts {
  /** Those of the site's origin. */
  routes: readonly Route[]
  /** The address visitors use; null means loopback names only. */
  url: string | null
  metrics: Metrics
  /** Whoever comes is nobody: no cookie, key or token of the app's counts here. */
  anyone(): Promise<Principal>
  createCaller(parts: { principal: Principal; correlationId: string; http: HttpExchange }): Caller
}

/** The public site's origin: the routes that plugins serve there, and nothing else. */
export function createSite(options: SiteOptions): Hono<AppEnv> {
  const { url, log } = options
  const app = new Hono<AppEnv>()
  const headers = Object.entries(siteHeaders({ secure: url?.startsWith("https:") ?? false }))
  const refuse = (error: unknown, c: Context<AppEnv>, route?: Route) => {
    const known = toPlatformError(error)
    if (known.code === "internal")
      log.error("A request to the site failed.", { correlationId: c.get("correlationId"), error })
    return refuseVisitor(c.req.raw, known, route)
  }

  app.use(async (c, next) => {
    c.set("correlationId", randomUUID())
    await next()
    c.res.headers.delete("set-cookie")
    for (const [name, value] of headers)
      if (!OWN_HEADERS.has(name) || !c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  app.use(logRequests(log, options.metrics, { origin: "site" }))
  app.onError((error, c) => refuse(error, c))
  app.notFound((c) => refuse(new NotFoundError("Nothing is served at this address."), c))
  app.use(async (c, next) => {
    if (!asksForOwnName(c.req.raw, url)) return tell(c.req.raw, 421, "Nothing is served under this name.")
    guardAddress(c.req.raw)
    await next()
  })

  const exact = options.routes.filter(({ path }) => !path.includes("*"))
  for (const route of exact) serve(route)
  for (const path of new Set(exact.map((route) => route.path))) {
    const known = exact.filter((route) => route.path === path)
    const methods = known.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    app.all(path, (c) => {
      const allow = { allow: methods.join(", "), "access-control-allow-methods": methods.join(", ") }
      if (c.req.method === "OPTIONS" && known.some(({ cors }) => cors))
        return new Response(null, {
          status: 204,
          headers: { ...FOR_OTHERS, ...allow, "access-control-allow-headers": "content-type" },
        })
      const response = refuse(new PlatformError("method_not_allowed", "Another method."), c)
      response.headers.set("allow", allow.allow)
      return response
    })
  }
  // A site that answers for every address must not hide the routes of others.
  for (const route of options.routes) if (!exact.includes(route)) serve(route)
  return app

  function serve(route: Route): void {
    app.on(route.method, route.path, async (c) => {
      const response = await answerRoute(route, askedBy(c), options).catch((error) => refuse(error, c, route))
      if (route.cors) for (const [name, value] of Object.entries(FOR_OTHERS)) response.headers.set(name, value)
      return response
    })
  }

  function askedBy(c: Context<AppEnv>) {
    return {
      origin: "site" as const,
      request: c.req.raw,
      params: c.req.param() as Record<string, string>,
      address: c.env.address,
      outgoing: c.env.outgoing,
      enter: options.anyone,
      createCaller: (principal: Principal, http: HttpExchange) =>
        options.createCaller({ principal, correlationId: c.get("correlationId"), http }),
    }
  }
}
