import { type Attributes, SpanKind } from "@opentelemetry/api"
import type { Effect, Transport } from "../contract/effect.ts"
import { ForbiddenError, PlatformError, RateLimitedError } from "../errors.ts"
import { contentJson, shorten } from "./message-content.ts"
import { finish, once, secondsSince, turnOf, type Wiring } from "./span.ts"

export interface ToolCallFacts {
  /** Null for a name that no tool has: names are from a closed set. */
  toolName: string | null
  wireName?: string
  callId?: string
  conversationId?: string | null
  transport: Transport
  effect?: Effect
  /** Called only where an administrator has switched content on. */
  arguments?: () => unknown
}

export interface ToolCallSpan {
  /** As soon as the call has its row in the audit log. */
  identify(callId: string): void
  end(outcome: "executed" | "proposed" | "applied", result?: () => unknown): void
  /** Refused where the error says what is wrong with the call, failed otherwise. */
  fail(error: unknown): void
}

export function startToolCall(wiring: Wiring, call: ToolCallFacts): ToolCallSpan {
  const { metrics, instruments, captureContent, mask } = wiring
  const { transport, effect } = call
  const startedAt = performance.now()
  const name = call.toolName ?? "unknown"
  const attributes: Attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": name,
    "gen_ai.tool.type": "function",
    "gen_ai.tool.call.id": call.callId,
    "gen_ai.conversation.id": call.conversationId ?? undefined,
    "countersign.tool.wire_name": call.wireName,
    "countersign.tool.effect": effect,
    "countersign.transport": transport,
  }
  const parent = turnOf(wiring, call.conversationId)
  const span = wiring.tracer.startSpan(`execute_tool ${name}`, { kind: SpanKind.INTERNAL, attributes }, parent)
  const shown = captureContent && span.isRecording()
  const show = (attribute: string, content: (() => unknown) | undefined) => {
    const json = shown && content ? contentJson(content, mask) : undefined
    if (json !== undefined) span.setAttribute(attribute, shorten(json, mask))
  }
  show("gen_ai.tool.call.arguments", call.arguments)
  const endOnce = once()

  function end(outcome: string, errorType: string | undefined): void {
    metrics.count("countersign_tool_calls_total", { transport, outcome })
    instruments.toolDuration.record(secondsSince(startedAt), {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": name,
      ...(errorType ? { "error.type": errorType } : {}),
    })
    span.setAttribute("countersign.tool.outcome", outcome)
    finish(span, errorType)
  }

  return {
    identify(callId) {
      span.setAttribute("gen_ai.tool.call.id", callId)
    },
    end(outcome, result) {
      if (!endOnce()) return
      show("gen_ai.tool.call.result", result)
      end(outcome, undefined)
    },
    fail(error) {
      if (!endOnce()) return
      if (error instanceof ForbiddenError) metrics.count("countersign_refusals_total", { kind: "forbidden" })
      if (error instanceof RateLimitedError) metrics.count("countersign_refusals_total", { kind: "over-budget" })
      const known = error instanceof PlatformError && error.code !== "unavailable"
      end(known ? "refused" : "failed", error instanceof PlatformError ? error.code : "internal")
    },
  }
}
