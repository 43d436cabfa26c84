import { randomUUID } from "node:crypto"
import type { ServerResponse } from "node:http"
import type { Hono } from "hono"
import type { AnyVerb } from "../access/implement.ts"
import type { Runtime } from "../access/runtime.ts"
import type { OpenChat } from "../chat/open-chat.ts"
import { MCP_PATH } from "../contract/platform/oauth.ts"
import type { Plugin } from "../define-plugin.ts"
import { type AppEnv, createApp } from "../http/app.ts"
import { createEventStreams } from "../http/event-stream.ts"
import { type Health, mountHealth } from "../http/health.ts"
import { securityHeaders } from "../http/security-headers.ts"
import { servicePrincipal } from "../identity/principal/principal.ts"
import type { EndpointOptions } from "../mcp/endpoint.ts"
import { createMcpDoor } from "../mcp/mcp-door.ts"
import type { Metrics } from "../metrics.ts"
import { mountOauth } from "../reserved/oauth/mount-oauth.ts"
import type { Signals } from "../signals/signals.ts"

export interface DoorOptions {
  version?: string
  siteOrigin?: string | null
  /** Lets a collector elsewhere read /metrics; loopback always may. */
  metricsToken?: string | null
  /** What an app adds to the MCP endpoint. */
  mcp?: Pick<EndpointOptions, "extend" | "streams">
  /** What an app serves beside the API: pages, assets. */
  extend?: (app: Hono<AppEnv>) => void
}

export interface Doors {
  fetch(request: Request, address: string, outgoing?: ServerResponse): Promise<Response>
  /** Pages that are told of changes. */
  readonly eventStreams: number
  /** Whoever waits for something gets what there is, or is sent to another pod. */
  drain(): void
}

/** Every way in over HTTP: verbs, routes, news for pages, chat, MCP, OAuth, health. */
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
  const { siteOrigin = null, version = "0.0.0" } = options
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

  const app = createApp({
    verbs,
    routes: plugins.flatMap((plugin) => plugin.routes),
    log,
    version,
    origins,
    siteOrigin,
    secure,
    metrics,
    maskFor,
    isName: runtime.isName,
    authenticate,
    createCaller: (asking) => ({ ...asking, transport: "http", runtime }),
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
    get eventStreams() {
      return eventStreams.count
    },
    drain() {
      eventStreams.closeAll()
      mcp.drain()
    },
  }
}
