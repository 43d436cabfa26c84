import { trace } from "@opentelemetry/api"
import type { ProposalStatus } from "../contract/proposal.ts"
import { createInstruments } from "./instruments.ts"
import { type ModelCallFacts, type ModelCallSpan, startModelCall } from "./model-call-span.ts"
import { AGENT, type TelemetryOptions, type Wiring } from "./span.ts"
import { startToolCall, type ToolCallFacts, type ToolCallSpan } from "./tool-call-span.ts"
import { startTurn, type TurnFacts, type TurnSpan } from "./turn-span.ts"

export type { ModelCallFacts, ModelCallSpan } from "./model-call-span.ts"
export type { TelemetryOptions } from "./span.ts"
export type { ToolCallFacts, ToolCallSpan } from "./tool-call-span.ts"
export type { TurnFacts, TurnSpan } from "./turn-span.ts"

/**
 * What the assistant does, told to OpenTelemetry by its conventions for generative AI and to Prometheus. Spans find
 * their turn by its conversation, so that nothing has to be carried along, least of all where tokens pass.
 */
export interface Telemetry {
  /** Whether spans carry what was said: nobody keeps it otherwise. */
  readonly capturesContent: boolean
  /** `invoke_agent countersign`: what follows in its conversation until it ends becomes part of it. */
  turn(turn: TurnFacts): TurnSpan
  /** `chat <model>`. */
  modelCall(call: ModelCallFacts): ModelCallSpan
  /** `execute_tool <tool>`. */
  toolCall(call: ToolCallFacts): ToolCallSpan
  /** Somebody was told no. Model calls and tool calls tell their own. */
  refusal(kind: RefusalKind): void
  /** A proposal has reached this state. */
  proposal(status: Exclude<ProposalStatus, "applying">): void
}

export type RefusalKind = "off-topic" | "over-spend" | "over-budget" | "forbidden" | "content"

/** A provider that is registered later is found by spans, not by OpenTelemetry's metrics: register it first. */
export function createTelemetry(options: TelemetryOptions): Telemetry {
  const tracer = trace.getTracer(AGENT)
  const instruments = createInstruments()
  const wiring: Wiring = { ...options, tracer, instruments, running: new Map(), tokenLabels: new Map() }
  const { metrics } = options
  return {
    capturesContent: options.captureContent,
    turn: (turn) => startTurn(wiring, turn),
    modelCall: (call) => startModelCall(wiring, call),
    toolCall: (call) => startToolCall(wiring, call),
    refusal: (kind) => metrics.count("countersign_refusals_total", { kind }),
    proposal: (status) => metrics.count("countersign_proposals_total", { status }),
  }
}
