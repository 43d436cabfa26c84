import type { ReasoningReplay, TextPhase, ToolCallReplay } from "./message.ts"

/**
 * What a model does, as it does it. A model stream never throws: it ends with `end` or `error`, exactly once, last.
 *
 * `part` is the position of a part in the answer and unique in its stream; call ids are the provider's and may repeat.
 * A part without its `-end` was cut: show it, never run it.
 */
export type ModelEvent =
  | { type: "text-start"; part: number }
  | { type: "text-delta"; part: number; text: string }
  | { type: "text-end"; part: number; phase?: TextPhase }
  | { type: "reasoning-start"; part: number }
  | { type: "reasoning-delta"; part: number; text: string }
  | { type: "reasoning-end"; part: number; provider: string; replay?: ReasoningReplay }
  | { type: "tool-call-start"; part: number; callId: string; name: string }
  | { type: "tool-call-delta"; part: number; text: string }
  | { type: "tool-call-end"; part: number; callId: string; name: string; arguments: string; replay?: ToolCallReplay }
  /** Right before the end. Null: what the provider claims cannot be true. */
  | { type: "usage"; usage: Usage | null }
  | { type: "end"; reason: EndReason }
  | { type: "error"; failure: Failure }

/** `cut`: the provider closed the connection in the middle. */
export type EndReason = "stop" | "tool-calls" | "length" | "refusal" | "cut"

/** Tokens of one call: whole numbers from nought on. Input, cache read and cache write are apart from each other; output includes reasoning. */
export interface Usage {
  inputTokens: number
  cacheReadTokens: number
  cacheWriteTokens: number
  outputTokens: number
  reasoningTokens: number
  /** What the provider says it charged, where it says so. */
  costUsd?: number
}

export type FailureKind =
  | "auth"
  | "payment"
  | "rate-limit"
  | "overload"
  | "context-too-long"
  | "content-refused"
  | "model-not-found"
  | "too-large"
  | "rejected"
  | "network"
  | "silence"
  | "malformed-stream"
  | "aborted"

export interface Failure {
  kind: FailureKind
  /** For the operator, in our words: what happened, at which provider, what to do next. */
  sentence: string
  /** The provider's own words, shortened, without the key in use. */
  detail?: string
  status?: number
  /** When the provider asked to be called again. */
  retryAfterMs?: number
}

/** For calls that are no stream, such as the list of models. */
export class ProviderError extends Error {
  override name = "ProviderError"
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.sentence)
    this.failure = failure
  }
}
