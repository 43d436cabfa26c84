import { type Context, ROOT_CONTEXT, type Span, SpanStatusCode, type Tracer } from "@opentelemetry/api"
import type { Labels, Metrics } from "../metrics.ts"
import type { Instruments } from "./instruments.ts"

export interface TelemetryOptions {
  metrics: Metrics
  /** Whether spans carry messages, arguments and results. */
  captureContent: boolean
  mask(text: string): string
}

/** What all spans are made with. */
export interface Wiring extends TelemetryOptions {
  tracer: Tracer
  instruments: Instruments
  /** The turn that runs in a conversation on this pod; there is one at most. */
  running: Map<string, { turnId: string; context: Context }>
  /** By driver, in the order of the kinds. */
  tokenLabels: Map<string, readonly Labels[]>
}

export const AGENT = "countersign"

/** Beside no turn, or beside another than its own, a call stands for itself. */
export function turnOf(
  { running }: Wiring,
  conversationId: string | null | undefined,
  turnId?: string | null,
): Context {
  const turn = conversationId ? running.get(conversationId) : undefined
  return turn && (!turnId || turn.turnId === turnId) ? turn.context : ROOT_CONTEXT
}

export function finish(span: Span, errorType: string | undefined): void {
  if (errorType) span.setAttribute("error.type", errorType).setStatus({ code: SpanStatusCode.ERROR })
  span.end()
}

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}

/** True the first time only: ends may come from several sides, such as a failure and a stop. */
export function once(): () => boolean {
  let done = false
  return () => {
    const first = !done
    done = true
    return first
  }
}
