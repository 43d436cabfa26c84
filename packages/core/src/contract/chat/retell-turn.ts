import type { BlockOf, ContentBlock } from "./content-block.ts"
import type { TurnEvent, TurnMetadata, TurnState } from "./turn-event.ts"

/** A turn that is over, as far as its message holds it. */
export interface EndedTurn {
  messageId: string
  metadata: TurnMetadata
  blocks: readonly ContentBlock[]
  state: Exclude<TurnState, "running">
  problem: string | null
}

/** The way back of `foldTurn`: a stored answer as events, for those who come when what was told live is forgotten. */
export function retellTurn({ messageId, metadata, blocks, state, problem }: EndedTurn): TurnEvent[] {
  const waiting = new Set(blocks.flatMap((block) => (block.type === "proposal" ? [block.callId] : [])))
  const unread = new Map<string, BlockOf<"tool-call">>()
  return [
    { type: "start", messageId, messageMetadata: metadata },
    { type: "start-step" },
    ...blocks.flatMap(retell),
    { type: "finish-step" },
    ...endOf(state, problem),
  ]

  function retell(block: ContentBlock, index: number): TurnEvent[] {
    switch (block.type) {
      case "text":
      case "reasoning":
        return block.text ? part(block.type, `${block.type}-${index}`, block.text) : []
      case "tool-call":
        return retellCall(block)
      case "tool-result":
        return retellResult(block)
      case "proposal":
        return [
          { type: "tool-approval-request", approvalId: block.proposalId, toolCallId: block.callId },
          { type: "data-proposal", id: block.proposalId, data: block },
        ]
      case "applied":
        return [{ type: "data-applied", id: block.proposalId, data: block }]
      case "question":
        return [{ type: "data-question", id: block.callId, data: block }]
      case "notice":
        return [{ type: "data-notice", id: `notice-${index}`, data: block }]
      case "image":
        return []
    }
  }

  function retellCall(block: BlockOf<"tool-call">): TurnEvent[] {
    const input = toJson(block.arguments || "{}")
    // Its result says what was wrong with it, and is told with it.
    if (input === undefined) {
      unread.set(block.callId, block)
      return []
    }
    return [{ type: "tool-input-available", toolCallId: block.callId, toolName: block.name, input, dynamic: true }]
  }

  function retellResult({ callId, text, isError, failure }: BlockOf<"tool-result">): TurnEvent[] {
    const why = failure ? { toolMetadata: { failure } } : {}
    const call = unread.get(callId)
    if (call)
      return [
        {
          type: "tool-input-error",
          toolCallId: callId,
          toolName: call.name,
          input: call.arguments,
          errorText: text,
          dynamic: true,
          ...why,
        },
      ]
    if (isError) return [{ type: "tool-output-error", toolCallId: callId, errorText: text, dynamic: true, ...why }]
    if (waiting.has(callId)) return []
    return [{ type: "tool-output-available", toolCallId: callId, output: toJson(text) ?? text, dynamic: true }]
  }
}

function part(type: "text" | "reasoning", id: string, delta: string): TurnEvent[] {
  return [
    { type: `${type}-start`, id },
    { type: `${type}-delta`, id, delta },
    { type: `${type}-end`, id },
  ]
}

function endOf(state: EndedTurn["state"], problem: string | null): TurnEvent[] {
  if (state === "stopped" || state === "interrupted") return [{ type: "abort", reason: state }]
  if (state === "completed") return [{ type: "finish", finishReason: "stop" }]
  return [
    { type: "error", errorText: problem ?? "The answer failed." },
    { type: "finish", finishReason: "error" },
  ]
}

/** Undefined where it is none. */
function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
