import { ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api"
import type { TurnKind, TurnState } from "../contract/chat/turn-event.ts"
import { AGENT, finish, once, secondsSince, type Wiring } from "./span.ts"

export interface TurnFacts {
  turnId: string
  conversationId: string
  kind: TurnKind | "headless"
  driver: string
  model: string
  principalKind: string
}

export interface TurnSpan {
  /** `errorType`: a failure's kind or an error's code, never a sentence. */
  end(state: Exclude<TurnState, "running">, errorType?: string): void
}

export function startTurn({ tracer, metrics, instruments, running }: Wiring, turn: TurnFacts): TurnSpan {
  const { turnId, conversationId, kind } = turn
  const startedAt = performance.now()
  const attributes = {
    "gen_ai.operation.name": "invoke_agent",
    "gen_ai.agent.name": AGENT,
    "gen_ai.provider.name": turn.driver,
    "gen_ai.request.model": turn.model,
    "gen_ai.conversation.id": conversationId,
    "countersign.turn.id": turnId,
    "countersign.turn.kind": kind,
    "countersign.principal.kind": turn.principalKind,
  }
  const span = tracer.startSpan(`invoke_agent ${AGENT}`, { kind: SpanKind.INTERNAL, attributes }, ROOT_CONTEXT)
  if (span.isRecording()) running.set(conversationId, { turnId, context: trace.setSpan(ROOT_CONTEXT, span) })
  const endOnce = once()
  return {
    end(state, errorType) {
      if (!endOnce()) return
      if (running.get(conversationId)?.turnId === turnId) running.delete(conversationId)
      const wrong = state === "failed" || state === "interrupted" ? (errorType ?? state) : undefined
      metrics.count("countersign_turns_total", { state, kind })
      instruments.turnDuration.record(secondsSince(startedAt), {
        "gen_ai.agent.name": AGENT,
        ...(wrong ? { "error.type": wrong } : {}),
      })
      span.setAttribute("countersign.turn.state", state)
      finish(span, wrong)
    },
  }
}
