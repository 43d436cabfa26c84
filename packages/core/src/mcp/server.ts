import {
  type HandlerResultTypeMap,
  type RequestMethod,
  type RequestTypeMap,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server"
import type { Runtime } from "../access/runtime.ts"
import type { Signals } from "../signals/signals.ts"
import { callTool } from "./call-tool.ts"
import type { Exchange } from "./endpoint.ts"
import { instructionsOf } from "./instructions.ts"
import { inOwnWords } from "./own-words.ts"
import { getPrompt, listPrompts } from "./prompts.ts"
import { demandNoCursor, listResources, readResource } from "./resources.ts"
import { openState } from "./signing-state.ts"
import { listTools } from "./tool-list.ts"

export interface ServerParts {
  runtime: Runtime
  signals: Signals
  version: string
  /** How long the second request of a URL elicitation waits for the person who is signing. */
  signatureWaitMs?: number
  /** Aborted when the pod is about to stop. */
  draining?: AbortSignal
  /** For test profiles: what a server has beyond the product. */
  extend?(server: Server, exchange: Exchange, parts: ServerParts): void
}

/** What a list says may be a minute old: rights are asked for again by every call. */
const LIST_TTL_MS = 60_000
const CACHE = { ttlMs: LIST_TTL_MS, cacheScope: "private" } as const

/** The server as one principal sees it, for one request. */
export function createServer(parts: ServerParts, exchange: Exchange): Server {
  const { runtime } = parts
  const hasResources = runtime.plugins.some((plugin) => plugin.mcpResources)
  const hasPrompts = runtime.plugins.some((plugin) => plugin.mcpPrompts)
  const server = new Server(
    { name: "countersign", title: "Countersign", version: parts.version },
    {
      capabilities: { tools: {}, ...(hasResources ? { resources: {} } : {}), ...(hasPrompts ? { prompts: {} } : {}) },
      instructions: instructionsOf(runtime.plugins),
      cacheHints: {
        "server/discover": CACHE,
        "tools/list": CACHE,
        "resources/list": CACHE,
        "resources/templates/list": CACHE,
        "resources/read": CACHE,
        "prompts/list": CACHE,
      },
      requestState: { verify: (state) => openState(exchange.caller, state) },
    },
  )
  function handle<Method extends RequestMethod>(
    method: Method,
    answer: (
      request: RequestTypeMap[Method],
      context: ServerContext,
    ) => HandlerResultTypeMap[Method] | Promise<HandlerResultTypeMap[Method]>,
  ): void {
    server.setRequestHandler(method, (request, context) =>
      inOwnWords(exchange, context.mcpReq.id, () => answer(request, context)),
    )
  }
  handle("tools/list", ({ params }) => {
    demandNoCursor(params)
    return { tools: listTools(runtime, exchange.caller.principal) }
  })
  handle("tools/call", ({ params }, { mcpReq }) => callTool(parts, exchange, params, mcpReq))
  if (hasResources) {
    handle("resources/list", async ({ params }) => {
      demandNoCursor(params)
      return { resources: await listResources(exchange.caller) }
    })
    handle("resources/templates/list", () => ({ resourceTemplates: [] }))
    handle("resources/read", ({ params }) => readResource(exchange.caller, params.uri))
  }
  if (hasPrompts) {
    handle("prompts/list", async ({ params }) => {
      demandNoCursor(params)
      return { prompts: await listPrompts(exchange.caller) }
    })
    handle("prompts/get", ({ params }) => getPrompt(exchange.caller, params.name))
  }
  parts.extend?.(server, exchange, parts)
  return server
}
