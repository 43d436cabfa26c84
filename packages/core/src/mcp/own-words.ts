import { ProtocolError, type RequestId } from "@modelcontextprotocol/server"
import { toPlatformError } from "../http/respond.ts"
import { baseUrl } from "../identity/base-url.ts"
import type { Exchange } from "./endpoint.ts"
import { RPC, toFault } from "./fault.ts"

/** Runs what the product does for a request, and notes which sentences of its refusals are its own. */
export async function inOwnWords<Result>(
  exchange: Exchange,
  id: RequestId,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  exchange.reached.add(id)
  try {
    return await work()
  } catch (error) {
    const refusal = error instanceof ProtocolError ? error : toRefusal(exchange, error)
    exchange.said.add(refusal.message)
    throw refusal
  }
}

function toRefusal(exchange: Exchange, error: unknown): ProtocolError {
  const { runtime, correlationId } = exchange.caller
  const known = toPlatformError(error)
  if (known.code === "internal") runtime.log.error("An MCP request failed.", { correlationId, error })
  const fault = toFault(known, baseUrl(exchange.caller))
  // Wrong parameters are told inside of JSON-RPC alone.
  if (fault.code !== RPC.invalidParams) exchange.fault = fault
  return new ProtocolError(fault.code, runtime.secrets.mask(fault.message), fault.data)
}
