import { randomUUID } from "node:crypto"
import type { EndReason, Message, ModelEvent, Usage } from "@countersign/llm"
import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import type { Effect } from "../../contract/effect.ts"
import { RateLimitedError } from "../../errors.ts"
import type { ToolOutcome } from "../../gate/invoke-tool.ts"
import { createDuplicateGuard } from "./duplicate-guard.ts"
import { createRepeatedReads } from "./repeated-reads.ts"
import type { CalledTool } from "./run-calls.ts"
import { runTurn, type StepRequest, type TurnEnd, type TurnPlan, type TurnPorts } from "./run-turn.ts"
import { toolFailure } from "./tool-failure.ts"

type Answer =
  | ModelEvent[]
  /** `hear` hands over a network chunk of its own. */
  | ((step: number, hear: (events: ModelEvent[]) => void) => ModelEvent[])

/** A turn whose model, tools and listeners are the test's own. */
export function testTurn(plan: Partial<TurnPlan> = {}) {
  const abort = new AbortController()
  const requests: StepRequest[] = []
  const events: TurnEvent[] = []
  const kept: ContentBlock[] = []
  const invoked: { name: string; input: unknown }[] = []
  let answers: Answer[] = []
  let costUsd: number | null = null
  let invoke = async (_name: string, _input: Record<string, unknown>): Promise<ToolOutcome> => answered("the result")
  let calls = 0

  const ports: TurnPorts = {
    signal: abort.signal,
    emit: (told) => events.push(...told),
    keep: (blocks) => kept.push(...blocks),
    newCallId: () => `call-${++calls}`,
    clock: () => 0,
    guard: createDuplicateGuard(),
    reads: createRepeatedReads(),
    explain: (error) => ({
      kind: error instanceof RateLimitedError ? "over-budget" : "failed",
      sentence: (error as Error).message,
      failure: toolFailure(error, (text) => text),
    }),
    async invoke(name, input) {
      invoked.push({ name, input })
      const outcome = await invoke(name, input as Record<string, unknown>)
      const { status, proposalId } = outcome as { status: string; proposalId?: string }
      const text = JSON.stringify(outcome.status === "executed" ? outcome.forModel : { status, proposalId })
      return { outcome, text }
    },
    async ask(request, onEvents) {
      requests.push(request)
      const step = requests.length
      const answer = answers.length === 1 ? answers[0]! : answers[step - 1]!
      onEvents(typeof answer === "function" ? answer(step, onEvents) : answer)
      return { costUsd }
    },
  }

  return {
    requests,
    events,
    kept,
    invoked,
    /** One answer for every step, or one that answers them all. */
    model(...given: Answer[]) {
      answers = given
    },
    onInvoke(given: typeof invoke) {
      invoke = given
    },
    costs(usd: number) {
      costUsd = usd
    },
    stop: (how: "stopped" | "interrupted") => abort.abort(how),
    types: () => events.map(({ type }) => type),
    /** Calls that were told and never answered. */
    openCalls(): string[] {
      const open = new Set<string>()
      for (const event of events) {
        if (event.type === "tool-input-start") open.add(event.toolCallId)
        if (
          event.type === "tool-output-available" ||
          event.type === "tool-output-error" ||
          event.type === "tool-input-error"
        )
          open.delete(event.toolCallId)
      }
      return [...open]
    },
    run(): Promise<TurnEnd> {
      const hello: Message = { role: "user", parts: [{ type: "text", text: "hello" }] }
      return runTurn(ports, {
        messages: [hello],
        tools: [],
        lastStepNote: "Answer now.",
        windowTokens: null,
        vision: false,
        ...plan,
      })
    },
  }
}

export function tool(name: string, effect: Effect, { asks = false, heavy = false } = {}): CalledTool {
  return { name, effect, asks, heavy, spec: { name: name.replaceAll(".", "_"), description: name, inputSchema: {} } }
}

export function answered(result: unknown): ToolOutcome {
  return { status: "executed", toolCallId: randomUUID(), result, forModel: result, source: null, images: [] }
}

interface How {
  part?: number
  /** False: more follows. */
  end?: boolean
  usage?: Usage
}

export function said(text: string, { part = 0, end = true, usage }: How = {}): ModelEvent[] {
  return [
    { type: "text-start", part },
    { type: "text-delta", part, text },
    { type: "text-end", part },
    ...(end ? ending("stop", usage) : []),
  ]
}

export function called(
  name: string,
  input: object | string,
  { part = 0, end = true, usage, callId = `${name}-${part}` }: How & { callId?: string } = {},
): ModelEvent[] {
  const text = typeof input === "string" ? input : JSON.stringify(input)
  return [
    { type: "tool-call-start", part, callId, name },
    { type: "tool-call-delta", part, text },
    { type: "tool-call-end", part, callId, name, arguments: text },
    ...(end ? ending("tool-calls", usage) : []),
  ]
}

function ending(reason: EndReason, usage?: Usage): ModelEvent[] {
  return [...(usage ? [{ type: "usage" as const, usage }] : []), { type: "end", reason }]
}
