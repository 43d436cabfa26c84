import type { BlockOf, ToolFailure } from "./content-block.ts"
import type { TabRequest } from "./tab.ts"

/**
 * What happens in a turn, as it travels: the AI SDK's UI message stream, version 1, of which this is the part we speak.
 * Our own events are `data-*`. Over SSE each has its number in the turn as `id:`; NDJSON carries the same objects.
 */
export type TurnEvent =
  | { type: "start"; messageId: string; messageMetadata: TurnMetadata }
  | { type: "start-step" }
  | { type: "finish-step" }
  | { type: "text-start"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  | { type: "text-end"; id: string }
  | { type: "reasoning-start"; id: string }
  | { type: "reasoning-delta"; id: string; delta: string }
  | { type: "reasoning-end"; id: string }
  | { type: "tool-input-start"; toolCallId: string; toolName: string; dynamic: true }
  | { type: "tool-input-delta"; toolCallId: string; inputTextDelta: string }
  | { type: "tool-input-available"; toolCallId: string; toolName: string; input: unknown; dynamic: true }
  | {
      type: "tool-input-error"
      toolCallId: string
      toolName: string
      /** The text the model wrote, where it is no JSON. */
      input: unknown
      errorText: string
      dynamic: true
      toolMetadata?: FailureNote
    }
  | { type: "tool-output-available"; toolCallId: string; output: unknown; dynamic: true }
  | { type: "tool-output-error"; toolCallId: string; errorText: string; dynamic: true; toolMetadata?: FailureNote }
  | { type: "tool-approval-request"; approvalId: string; toolCallId: string }
  | { type: "data-proposal"; id: string; data: BlockOf<"proposal"> }
  | { type: "data-applied"; id: string; data: BlockOf<"applied"> }
  | { type: "data-question"; id: string; data: BlockOf<"question"> }
  | { type: "data-notice"; id: string; data: BlockOf<"notice"> }
  | { type: "data-context"; id: "context"; data: ContextUse }
  | { type: "data-usage"; id: "usage"; data: TurnUsage }
  /** Transient: the AI SDK's clients keep it in no message. */
  | { type: "data-tool-request"; id: string; data: TabRequest; transient: true }
  | { type: "error"; errorText: string }
  | { type: "abort"; reason?: string }
  | { type: "finish"; finishReason: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other" }

/** Where the AI SDK's clients take facts of a tool's own: `invalid` is a draft sent back to the model, no failure. */
export interface FailureNote {
  failure: ToolFailure
}

export interface TurnMetadata {
  conversationId: string
  turnId: string
  kind: TurnKind
  model: string
}

export const TURN_KINDS = ["message", "decision", "again"] as const
/**
 * A `decision` turn tells the model what became of its proposals; no person wrote to start it. One that answers `again`
 * has its question from an earlier turn.
 */
export type TurnKind = (typeof TURN_KINDS)[number]

export const TURN_STATES = ["running", "completed", "stopped", "failed", "interrupted"] as const
export type TurnState = (typeof TURN_STATES)[number]

/** How full the model's window is, after its latest call. */
export interface ContextUse {
  usedTokens: number
  windowTokens: number | null
}

/** What the turn has cost so far, all its calls together. */
export interface TurnUsage {
  inputTokens: number
  outputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  costUsd: number | null
}
