import {
  createMcpHandler,
  isLegacyRequest,
  legacyStatelessFallback,
  type RequestId,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server"
import type { Caller } from "../access/ctx.ts"
import { answerInOurWords } from "./error-answer.ts"
import { type Fault, methodOf, RPC } from "./fault.ts"
import { createServer, type ServerParts } from "./server.ts"

/** One request on its way through the protocol. Nothing of it outlives the answer: any pod may get the next one. */
export interface Exchange {
  readonly request: Request
  readonly caller: Caller
  readonly body: unknown
  /** Set when a call was refused in a way that HTTP has a status for. */
  fault?: Fault
  /** The sentences that the product's own code refused something with. */
  readonly said: Set<string>
  /** The ids of the requests that came as far as the product's own code. */
  readonly reached: Set<RequestId | null>
}

export interface McpEndpoint {
  answer(exchange: Exchange): Promise<Response>
}

export interface EndpointOptions extends ServerParts {
  /** Whether the answer to this body comes in parts. No tool of the product says anything before its result. */
  streams?(body: unknown): boolean
}

/** Both generations of the protocol at one address: requests that carry their own context, and those of 2025. */
export function createMcpEndpoint(options: EndpointOptions): McpEndpoint {
  const { runtime, streams } = options
  const exchanges = new WeakMap<Request, Exchange>()
  const report = (error: Error) => runtime.log.debug("MCP refused something.", { error: error.message.slice(0, 2_000) })
  const factory = ({ requestInfo }: { requestInfo?: Request }) => createServer(options, exchanges.get(requestInfo!)!)
  const modern = createMcpHandler(factory, { legacy: "reject", onerror: report })
  const streamed = legacyStatelessFallback(factory, report)

  /** As one JSON body, which waits for the result, so that a refusal still gets its status. */
  async function answerOld(exchange: Exchange): Promise<Response> {
    const server = createServer(options, exchange)
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    })
    await server.connect(transport)
    try {
      return await transport.handleRequest(exchange.request, { parsedBody: exchange.body })
    } finally {
      await server.close()
    }
  }

  return {
    async answer(exchange) {
      const { request, body } = exchange
      if (methodOf(body) === "subscriptions/listen") return refuseToListen(body)
      exchanges.set(request, exchange)
      const old = await isLegacyRequest(request, body)
      const response = !old
        ? await modern.fetch(request, { parsedBody: body })
        : streams?.(body)
          ? await streamed(request, { parsedBody: body })
          : await answerOld(exchange)
      return withStatus(await answerInOurWords(response, exchange), exchange)
    },
  }
}

/** Nothing that is offered here announces its changes, so a stream would stay open for nothing. */
function refuseToListen(body: unknown): Response {
  const { id = null } = body as { id?: unknown }
  const error = { code: RPC.methodNotFound, message: "There are no changes to listen to. Ask for the lists again." }
  return Response.json({ jsonrpc: "2.0", id, error }, { status: 404 })
}

/** One of several requests in a batch has no status of its own. */
function withStatus(response: Response, { fault, body }: Exchange): Response {
  if (!fault || Array.isArray(body)) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(fault.headers)) headers.set(name, value)
  return new Response(response.body, { status: fault.status, headers })
}
