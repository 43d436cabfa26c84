import type { EndReason, FailureKind, Message, Usage } from "@countersign/llm"
import { type Attributes, SpanKind } from "@opentelemetry/api"
import type { SpendPurpose } from "../contract/chat/connection.ts"
import { type Labels, prepareLabels } from "../metrics.ts"
import { contentJson, instructionsOf, messagesOf } from "./message-content.ts"
import { finish, once, secondsSince, turnOf, type Wiring } from "./span.ts"

export interface ModelCallFacts {
  /** The driver's id. */
  driver: string
  model: string
  purpose: SpendPurpose
  conversationId?: string | null
  turnId?: string | null
  principalKind: string
}

export interface ModelCallSpan {
  /** At the first event that says something. Further calls do nothing. */
  firstToken(): void
  end(ending: ModelCallEnding): void
}

export interface ModelCallEnding {
  usage?: Usage | null
  failure?: { kind: FailureKind } | null
  finishReason?: EndReason | null
  /** Where the provider names the model that answered. */
  responseModel?: string
  /** Called, perhaps more than once, only where an administrator has switched content on. */
  content?: () => { messages: readonly Message[]; answer: Extract<Message, { role: "assistant" }>["parts"] }
}

export function startModelCall(wiring: Wiring, call: ModelCallFacts): ModelCallSpan {
  const { metrics, instruments } = wiring
  const { driver, model, purpose } = call
  const startedAt = performance.now()
  const attributes: Attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": driver,
    "gen_ai.request.model": model,
    "gen_ai.request.stream": true,
    "gen_ai.conversation.id": call.conversationId ?? undefined,
    "countersign.turn.id": call.turnId ?? undefined,
    "countersign.purpose": purpose,
    "countersign.principal.kind": call.principalKind,
  }
  const parent = turnOf(wiring, call.conversationId, call.turnId)
  const span = wiring.tracer.startSpan(`chat ${model}`, { kind: SpanKind.CLIENT, attributes }, parent)
  const measured = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": driver,
    "gen_ai.request.model": model,
  }
  let firstTokenSeconds: number | undefined
  const endOnce = once()

  return {
    firstToken() {
      firstTokenSeconds ??= secondsSince(startedAt)
    },
    end({ usage, failure, finishReason, responseModel, content }) {
      if (!endOnce()) return
      const seconds = secondsSince(startedAt)
      const outcome = failure?.kind ?? (finishReason === "cut" || finishReason === "refusal" ? finishReason : "ok")
      // Who stops a turn has not met an error.
      const wrong = ["ok", "refusal", "aborted"].includes(outcome) ? undefined : outcome
      metrics.count("countersign_model_calls_total", { driver, purpose, outcome })
      metrics.observe("countersign_model_call_duration_seconds", { driver, purpose }, seconds)
      if (firstTokenSeconds !== undefined)
        metrics.observe("countersign_time_to_first_token_seconds", { driver, purpose }, firstTokenSeconds)
      if (outcome === "refusal" || outcome === "content-refused")
        metrics.count("countersign_refusals_total", { kind: "content" })
      if (usage) countTokens(wiring, driver, usage)

      instruments.modelCallDuration.record(seconds, wrong ? { ...measured, "error.type": wrong } : measured)
      if (firstTokenSeconds !== undefined) instruments.timeToFirstChunk.record(firstTokenSeconds, measured)
      if (usage) {
        instruments.tokenUsage.record(promptTokens(usage), { ...measured, "gen_ai.token.type": "input" })
        instruments.tokenUsage.record(usage.outputTokens, { ...measured, "gen_ai.token.type": "output" })
      }
      if (!span.isRecording()) return span.end()
      span.setAttributes({
        "gen_ai.response.model": responseModel,
        "gen_ai.response.finish_reasons": finishReason ? [finishReason] : undefined,
        "gen_ai.response.time_to_first_chunk": firstTokenSeconds,
        ...(usage ? usageAttributes(usage) : {}),
        ...(content && wiring.captureContent ? contentAttributes(wiring, content, finishReason) : {}),
      })
      finish(span, wrong)
    },
  }
}

function countTokens({ metrics, tokenLabels }: Wiring, driver: string, usage: Usage): void {
  const labels = tokenLabels.get(driver) ?? labelsOf(driver)
  tokenLabels.set(driver, labels)
  const counts = [usage.inputTokens, usage.outputTokens, usage.cacheReadTokens, usage.cacheWriteTokens]
  for (const [index, tokens] of counts.entries())
    if (tokens > 0) metrics.count("countersign_tokens_total", labels[index], tokens)
}

function labelsOf(driver: string): Labels[] {
  return ["input", "output", "cache_read", "cache_write"].map((kind) => prepareLabels({ driver, kind }))
}

/** The conventions count cached tokens as input. */
function promptTokens({ inputTokens, cacheReadTokens, cacheWriteTokens }: Usage): number {
  return inputTokens + cacheReadTokens + cacheWriteTokens
}

function usageAttributes(usage: Usage): Attributes {
  return {
    "gen_ai.usage.input_tokens": promptTokens(usage),
    "gen_ai.usage.output_tokens": usage.outputTokens,
    "gen_ai.usage.cache_read.input_tokens": usage.cacheReadTokens,
    "gen_ai.usage.cache_creation.input_tokens": usage.cacheWriteTokens,
    "gen_ai.usage.reasoning.output_tokens": usage.reasoningTokens,
    "countersign.cost.usd": usage.costUsd,
  }
}

function contentAttributes(
  { mask }: Wiring,
  content: NonNullable<ModelCallEnding["content"]>,
  finishReason: EndReason | null | undefined,
): Attributes {
  const finish_reason = finishReason ?? "error"
  const said = () => {
    const [message] = messagesOf([{ role: "assistant", parts: content().answer }], mask)
    return [{ ...message, finish_reason }]
  }
  return {
    "gen_ai.system_instructions": contentJson(() => instructionsOf(content().messages, mask), mask),
    "gen_ai.input.messages": contentJson(() => messagesOf(content().messages, mask), mask),
    "gen_ai.output.messages": contentJson(said, mask),
  }
}
