import { InsufficientScopeError, type PlatformError } from "../errors.ts"
import { type Challenge, mcpChallenge } from "../identity/oauth/oauth-challenge.ts"

/** A refusal as both layers say it: an error of JSON-RPC, and the status and headers that HTTP has for it. */
export interface Fault {
  status: number
  code: number
  message: string
  data?: Record<string, unknown>
  headers: Record<string, string>
}

/** Codes of JSON-RPC, of the protocol and of its SDK, and three of our own. */
export const RPC = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** Of the SDK: a header that no revision of 2025 can do with. */
  transport: -32000,
  headerMismatch: -32020,
  missingCapability: -32021,
  unsupportedRevision: -32022,
  unauthenticated: -32001,
  forbidden: -32003,
  rateLimited: -32010,
} as const

/** `base` is the installation's address: a client without rights is told there how to get them. */
export function toFault(error: PlatformError, base: string, challenge: Challenge = {}): Fault {
  const { status } = error
  const { message, issues } = error.toBody()
  const fault = (code: number, headers: Record<string, string> = {}, data?: Record<string, unknown>): Fault => ({
    status,
    code,
    message,
    headers,
    ...(data ? { data } : {}),
  })
  switch (error.code) {
    case "unauthenticated":
      return fault(RPC.unauthenticated, { "www-authenticate": mcpChallenge(base, challenge) })
    case "forbidden": {
      if (!(error instanceof InsufficientScopeError)) return fault(RPC.forbidden)
      const { scopes } = error
      const wider = mcpChallenge(base, { error: "insufficient_scope", description: message, scopes })
      return fault(RPC.forbidden, { "www-authenticate": wider }, { scopes })
    }
    case "rate_limited": {
      const retryAfterSeconds = Math.ceil(error.retryAfterSeconds ?? 1)
      return fault(RPC.rateLimited, { "retry-after": String(retryAfterSeconds) }, { retryAfterSeconds })
    }
    case "unavailable":
      return fault(RPC.internal, { "retry-after": "2" })
    case "method_not_allowed":
      return fault(RPC.invalidRequest, { allow: "POST" })
    case "too_large":
    case "too_slow":
    case "unsupported_media_type":
      return fault(RPC.invalidRequest)
    case "internal":
      return fault(RPC.internal)
    default:
      return fault(RPC.invalidParams, {}, issues ? { issues } : undefined)
  }
}

export function answerFault({ status, code, message, data, headers }: Fault): Response {
  const error = data ? { code, message, data } : { code, message }
  return Response.json({ jsonrpc: "2.0", id: null, error }, { status, headers })
}

/** For logs and for choosing the way; a batch has none. */
export function methodOf(body: unknown): string {
  const method = (body as { method?: unknown } | null)?.method
  return typeof method === "string" && /^[\w/]{1,40}$/.test(method) ? method : "other"
}
