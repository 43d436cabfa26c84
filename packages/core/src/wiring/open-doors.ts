import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Hono } from "hono"
import type { Caller } from "../access/ctx.ts"
import type { AnyVerb } from "../access/implement.ts"
import { type Origin, servesSite } from "../access/points/route.ts"
import type { Runtime } from "../access/runtime.ts"
import type { OpenChat } from "../chat/open-chat.ts"
import { MCP_PATH } from "../contract/platform/oauth.ts"
import type { Plugin } from "../define-plugin.ts"
import { type AppEnv, createApp } from "../http/app.ts"
import { createEventStreams } from "../http/event-stream.ts"
import { type Health, mountHealth } from "../http/health.ts"
import { createRateLimits } from "../http/routes/rate-limit.ts"
import { createUploads } from "../http/routes/receive-upload.ts"
import { createTurns } from "../http/routes/turns.ts"
import { securityHeaders } from "../http/security-headers.ts"
import { createSite } from "../http/site/create-site.ts"
import { type VisitsFromMemory, visitsFromMemory } from "../http/site/visits-from-memory.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import type { EndpointOptions } from "../mcp/endpoint.ts"
import { createMcpDoor } from "../mcp/mcp-door.ts"
import type { Metrics } from "../metrics.ts"
import { mountOauth } from "../reserved/oauth/mount-oauth.ts"
import type { Signals } from "../signals/signals.ts"

export interface DoorOptions {
  version?: string
  /** Where visitors find the public site, when a plugin serves one. */
  siteUrl?: string | null
  /** Lets a collector elsewhere read /metrics; loopback always may. */
  metricsToken?: string | null
  /** What an app adds to the MCP endpoint. */
  mcp?: Pick<EndpointOptions, "extend" | "streams">
  /** What an app serves beside the API: pages, assets. */
  extend?: (app: Hono<AppEnv>) => void
}

export interface SiteDoor extends Pick<Doors, "fetch"> {
  /** Asked before `fetch`, which answers all that this does not. */
  readonly fromMemory: VisitsFromMemory
}

export interface Doors {
  fetch(request: Request, address: string, outgoing?: ServerResponse): Promise<Response>
  /** The public site's origin; null when no plugin serves anything there. */
  readonly site: SiteDoor | null
  /** Pages that are told of changes. */
  readonly eventStreams: number
  /** Files on their way in; null where no plugin takes any. */
  readonly uploads: { readonly count: number } | null
  /** Whoever waits for something gets what there is, or is sent to another pod. */
  drain(): void
}

/** Every way in over HTTP: verbs, routes, news for pages, chat, MCP, OAuth, health, the public site. */
export function openDoors(
  parts: {
    runtime: Runtime
    plugins: readonly Plugin[]
    verbs: ReadonlyMap<string, AnyVerb>
    signals: Signals
    metrics: Metrics
    health: Health
    chat: OpenChat
  },
  options: DoorOptions,
): Doors {
  const { runtime, plugins, verbs, signals, metrics, health, chat } = parts
  const { log, identity, publicUrl } = runtime
  const { maskFor } = runtime.secrets
  const { version = "0.0.0" } = options
  const siteUrl = servesSite(plugins) ? (options.siteUrl ?? null) : null
  const siteOrigin = siteUrl && new URL(siteUrl).origin
  const secure = publicUrl?.startsWith("https:") ?? false
  const origins = new Set(publicUrl ? [new URL(publicUrl).origin] : [])
  const authenticate = (request: Request) => identity.authenticate(request)

  const eventStreams = createEventStreams({
    signals,
    authenticate,
    topics: new Map(plugins.flatMap(({ topics = [] }) => topics.map((one) => [one.topic.id, one] as const))),
    caller: (principal) => ({ principal, transport: "http", correlationId: randomUUID(), runtime }),
    log,
  })
  const mcp = createMcpDoor({ runtime, signals, origins, version, ...options.mcp })

  const routes = plugins.flatMap((plugin) => plugin.routes)
  const routesOf = (origin: Origin) => routes.filter(({ origins }) => origins.includes(origin))
  const routeParts = {
    limits: createRateLimits(),
    turns: createTurns(),
    uploads: createUploads(),
    log,
    isName: runtime.isName,
  }
  const createCaller = (asking: Pick<Caller, "principal" | "correlationId" | "http">): Caller => ({
    ...asking,
    transport: "http",
    runtime,
  })

  const app = createApp({
    ...routeParts,
    verbs,
    routes: routesOf("app"),
    version,
    origins,
    siteOrigin,
    secure,
    metrics,
    maskFor,
    authenticate,
    createCaller,
    extend(extended) {
      mountOauth(extended, {
        origins,
        log,
        maskFor,
        caller: (http, correlationId) => {
          return { principal: servicePrincipal("oauth"), transport: "http", correlationId, runtime, http }
        },
      })
      mountHealth(extended, { health, metrics, metricsToken: options.metricsToken ?? null })
      extended.get("/api/v1/events", (c) => eventStreams.open(c.req.raw))
      extended.all(MCP_PATH, (c) => mcp.answer(c))
      chat.mount(extended, { origins, headers: securityHeaders({ siteOrigin, secure }) })
      options.extend?.(extended)
    },
  })

  return {
    fetch: async (request, address, outgoing) => app.fetch(request, { address, outgoing }),
    site: servesSite(plugins) ? openSite() : null,
    uploads: routes.some(({ upload }) => upload) ? routeParts.uploads : null,
    get eventStreams() {
      return eventStreams.count
    },
    drain() {
      eventStreams.closeAll()
      mcp.drain()
    },
  }

  function openSite(): SiteDoor {
    const ofBoth = { routes: routesOf("site"), url: siteUrl, metrics }
    const site = createSite({ ...routeParts, ...ofBoth, anyone: () => identity.anonymous(), createCaller })
    return {
      fetch: async (request, address, outgoing) => site.fetch(request, { address, outgoing }),
      fromMemory: visitsFromMemory({ ...ofBoth, runtime, limits: routeParts.limits }),
    }
  }
}
