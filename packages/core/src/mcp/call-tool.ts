import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  ProtocolError,
  type ServerContext,
} from "@modelcontextprotocol/server"
import { authorizeEntry, mayEnter } from "../access/authorize.ts"
import type { RegisteredTool } from "../access/points/tool.ts"
import { outputSchemaOf } from "../contract/procedure.ts"
import { InsufficientScopeError } from "../errors.ts"
import { invokeTool } from "../gate/invoke-tool.ts"
import { toPlatformError } from "../http/respond.ts"
import { baseUrl } from "../identity/base-url.ts"
import { callConfirmTool, isConfirmTool } from "./confirm-tools.ts"
import type { Exchange } from "./endpoint.ts"
import { RPC, toFault } from "./fault.ts"
import type { ServerParts } from "./server.ts"
import { answerProposal, continueSigning } from "./signing-rounds.ts"
import { isStateOf, type SigningState, type ToolCall } from "./signing-state.ts"
import { answerResult, failure } from "./tool-result.ts"

/** A tool called by a client: what the gate makes of it, in the protocol's words. */
export async function callTool(
  parts: ServerParts,
  exchange: Exchange,
  call: ToolCall,
  mcpReq: ServerContext["mcpReq"],
): Promise<CallToolResult | InputRequiredResult> {
  const { caller } = exchange
  const { runtime, principal } = caller
  const tool = runtime.tools.find(call.name)
  try {
    if (isConfirmTool(call.name, principal)) return await callConfirmTool(caller, call)
    const round = { parts, caller, call, tool, capabilities: capabilitiesOf(mcpReq) }
    const state = mcpReq.requestState<SigningState>()
    if (state !== undefined) {
      if (!isStateOf(state, call))
        throw new ProtocolError(RPC.invalidParams, "This requestState belongs to another call of a tool.")
      if (tool) authorizeEntry(principal, tool.procedure)
      return await continueSigning(round, state, mcpReq)
    }
    const request = { toolName: call.name, input: call.arguments ?? {} }
    const outcome = await invokeTool({ caller, mode: "approve" }, request)
    if (outcome.status === "awaiting_signature") return await answerProposal(round, outcome)
    return answerResult(outcome.result, outcome.forModel, tool && outputSchemaOf(tool.verb.procedure))
  } catch (error) {
    return refuseOrFail(exchange, call, tool, error)
  }
}

function capabilitiesOf({ envelope }: ServerContext["mcpReq"]): ClientCapabilities | undefined {
  return (envelope as Record<string, ClientCapabilities | undefined> | undefined)?.[CLIENT_CAPABILITIES_META_KEY]
}

/**
 * Missing rights and an empty budget are the client's business and end the request; whatever else went wrong is for
 * the model to read, which may mend it.
 */
function refuseOrFail(
  exchange: Exchange,
  call: ToolCall,
  tool: RegisteredTool | undefined,
  error: unknown,
): CallToolResult {
  if (error instanceof ProtocolError) throw error
  const { runtime, principal, correlationId } = exchange.caller
  const known = toPlatformError(error)
  const message = runtime.secrets.maskFor([call.name, call.arguments])(known.message)
  if (!tool && known.code === "not_found")
    throw new ProtocolError(RPC.invalidParams, "There is no such tool. Ask for tools/list.")
  const lacksRight = known.code === "forbidden" && tool !== undefined && !mayEnter(principal, tool.procedure)
  if (lacksRight || known.code === "rate_limited" || known instanceof InsufficientScopeError) {
    const fault = toFault(known, baseUrl(exchange.caller))
    exchange.fault = fault
    throw new ProtocolError(fault.code, message, fault.data)
  }
  if (known.code !== "internal") return failure(message, known.issues)
  runtime.log.error("A tool failed.", { correlationId, tool: tool?.name, error })
  return failure(`${message} The correlation id is ${correlationId}.`)
}
