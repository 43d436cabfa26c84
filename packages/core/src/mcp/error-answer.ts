import type { JSONRPCErrorResponse } from "@modelcontextprotocol/server"
import { MOST_ERROR_BYTES } from "../errors.ts"
import type { Exchange } from "./endpoint.ts"
import { RPC } from "./fault.ts"

type Refusal = JSONRPCErrorResponse["error"]

/**
 * The SDK words its refusals with what it was sent, at any length, and calls parameters that do not fit an internal
 * error. Only sentences of the product leave: those its own code said in this exchange, else the one below that fits.
 */
export async function answerInOurWords(response: Response, exchange: Exchange): Promise<Response> {
  if (!response.headers.get("content-type")?.includes("application/json")) return response
  const text = await response.text()
  // As the SDK writes a result, which may be large: not worth parsing. Written otherwise it is parsed and stays as it is.
  if (text.startsWith('{"result":')) return new Response(text, response)
  const answered: unknown = JSON.parse(text)
  const all = Array.isArray(answered) ? answered : [answered]
  const maxBytes = Math.floor(MOST_ERROR_BYTES / all.length)
  const told = all.map((one) => (isRefusal(one) ? fit(reword(one, response.status, exchange), maxBytes) : one))
  return new Response(JSON.stringify(Array.isArray(answered) ? told : told[0]), response)
}

function isRefusal(answer: unknown): answer is JSONRPCErrorResponse {
  return typeof answer === "object" && answer !== null && "error" in answer
}

function reword(answer: JSONRPCErrorResponse, status: number, exchange: Exchange): JSONRPCErrorResponse {
  const { id = null, error } = answer
  const { said, reached, caller } = exchange
  if (said.has(error.message)) return answer
  const { log } = caller.runtime
  const faultOfOurs = reached.has(id) || status >= 500
  if (faultOfOurs && (error.code === RPC.internal || error.code === RPC.invalidParams))
    log.error("MCP could not answer.", { correlationId: caller.correlationId, error: error.message.slice(0, 2_000) })
  return { ...answer, error: sentenceFor(error, status, faultOfOurs, methodIn(exchange.body, id)) }
}

function sentenceFor({ code, data }: Refusal, status: number, faultOfOurs: boolean, method: string): Refusal {
  switch (code) {
    case RPC.parseError:
    case RPC.invalidRequest:
      return { code, message: "This is no request of JSON-RPC 2.0 that can be answered here. Send one, with its id." }
    case RPC.methodNotFound:
      return { code, message: "There is no such method here. What there is, initialize and server/discover tell." }
    case RPC.headerMismatch:
      return {
        code,
        message: "The headers do not say what the body says. Repeat its revision, method and name in them.",
      }
    case RPC.missingCapability:
      return { code, message: "This needs a capability that the client did not declare.", data }
    case RPC.unsupportedRevision: {
      const { supported, requested } = (data ?? {}) as { supported?: unknown; requested?: unknown }
      // The protocol wants it repeated. A revision is a date; whatever is longer is none.
      const repeated = typeof requested === "string" && requested.length <= 20 ? { requested } : {}
      const message = "This revision of the protocol is not spoken here. Take one of those in data.supported."
      return { code, message, data: { supported, ...repeated } }
    }
    case RPC.transport:
      return {
        code,
        message:
          status === 406
            ? 'The accept header must name both "application/json" and "text/event-stream".'
            : "The header mcp-protocol-version names no revision that is spoken here. Begin with initialize, which agrees on one.",
      }
    case RPC.invalidParams:
    case RPC.internal:
      if (faultOfOurs) return { code: RPC.internal, message: "Something went wrong on the server. Try again." }
      return {
        code: RPC.invalidParams,
        message: `The parameters do not fit. ${expectedBy(method, status)}`,
        data: repeatedUri(data),
      }
    default:
      return { code, message: "The request was refused." }
  }
}

/** The protocol wants the address of an unknown resource beside the sentence. No address of ours is longer. */
export function repeatedUri(data: unknown): { uri: string } | undefined {
  const { uri } = (data ?? {}) as { uri?: unknown }
  return typeof uri === "string" && uri.length <= 256 ? { uri } : undefined
}

const PAGE = 'takes nothing but a "cursor", and that only if an earlier page gave one.'
/** What each method takes, for the one who writes a client. */
const EXPECTED: Readonly<Record<string, string>> = {
  initialize:
    'takes "protocolVersion" as text, "capabilities" as an object and "clientInfo" with a "name" and a "version".',
  "tools/list": PAGE,
  "tools/call":
    'takes the "name" of a tool as text, "arguments" as an object, and a "requestState" only as it was given to this client.',
  "resources/list": PAGE,
  "resources/templates/list": PAGE,
  "resources/read": 'takes a "uri" as text.',
  "prompts/list": PAGE,
  "prompts/get": 'takes the "name" of a prompt as text, and "arguments" whose values are text.',
}

function expectedBy(method: string, status: number): string {
  // Said before any method is looked at: what every request carries since 2026 is not there or not whole.
  if (status === 400)
    return 'Since 2026 each request carries "_meta" with the revision, the client and its capabilities, as the protocol words them.'
  const expected = Object.hasOwn(EXPECTED, method) ? EXPECTED[method] : undefined
  return expected ? `${method} ${expected}` : "The protocol's schema tells what this method takes."
}

function methodIn(body: unknown, id: unknown): string {
  const asked = Array.isArray(body) ? body.find((one) => one?.id === id) : body
  const method = (asked as { method?: unknown } | null | undefined)?.method
  return typeof method === "string" ? method : ""
}

/** Its details go first, then the end of its sentence: an id may take a good part of what one answer of a batch has. */
function fit(answer: JSONRPCErrorResponse, maxBytes: number): JSONRPCErrorResponse {
  const { code, message } = answer.error
  if (bytesOf(answer) <= maxBytes) return answer
  for (let longest = message.length; ; longest = Math.floor(longest / 2)) {
    const short = { ...answer, error: { code, message: message.slice(0, longest).toWellFormed() } }
    if (longest === 0 || bytesOf(short) <= maxBytes) return short
  }
}

function bytesOf(answer: unknown): number {
  return Buffer.byteLength(JSON.stringify(answer))
}
