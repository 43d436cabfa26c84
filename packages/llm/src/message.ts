/** What is said to a model and what it said, in no provider's words. System messages come first. */
export type Message =
  | { role: "system"; text: string }
  | { role: "user"; parts: readonly (TextPart | ImagePart)[] }
  | { role: "assistant"; parts: readonly (TextPart | ReasoningPart | ToolCallPart)[] }
  | { role: "tool"; parts: readonly ToolResultPart[] }

export interface TextPart {
  type: "text"
  text: string
  /** OpenAI marks text spoken between tool calls; a model that gets it back unmarked takes it for its final answer. */
  phase?: TextPhase
  /**
   * Of a user's message, at its end: what comes with the words and is not theirs. It changes from turn to turn, so
   * nothing from here on is found in a cache by the next one.
   */
  aside?: true
}

export type TextPhase = "commentary" | "final_answer"

export interface ImagePart {
  type: "image"
  mediaType: string
  /** Base64 without a `data:` prefix. */
  data: string
}

export interface ReasoningPart {
  type: "reasoning"
  text: string
  /** The id of the driver it came from. Only that driver sends it back: another provider rejects a foreign signature. */
  provider: string
  replay?: ReasoningReplay
}

/** What a provider wants back with its own reasoning, unread. */
export interface ReasoningReplay {
  signature?: string
  encrypted?: string
  id?: string
}

export interface ToolCallPart {
  type: "tool-call"
  callId: string
  name: string
  /** As the model wrote it. Usually a JSON object; parse it as something that may not be. */
  arguments: string
  replay?: ToolCallReplay
}

/** What some providers want back with a call, unread; only the driver it came from sends it. */
export interface ToolCallReplay {
  provider: string
  encrypted: string
}

export interface ToolResultPart {
  type: "tool-result"
  callId: string
  name: string
  /** Of a call that failed, the sentence that says how. */
  text: string
  images?: readonly ImagePart[]
  failure?: ToolFailure
}

/** Why a call came to nothing. Every provider is told, also those whose protocol has no mark for it. */
export interface ToolFailure {
  kind: ToolFailureKind
  /** What is wrong with the arguments, by the path of each. */
  issues?: readonly { path: string; message: string }[]
}

export const TOOL_FAILURE_KINDS = [
  /** The arguments do not fit: mended, the call may be made again. */
  "invalid",
  "duplicate",
  "forbidden",
  "budget",
  "not-found",
  "conflict",
  "unavailable",
  /** It was never made: the operator stopped the turn, or the answer broke off. */
  "not-made",
  /** It was made, and nobody knows what came of it. */
  "interrupted",
  "failed",
] as const
export type ToolFailureKind = (typeof TOOL_FAILURE_KINDS)[number]
