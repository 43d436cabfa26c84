import type { ImagePart, ToolResultPart, ToolSpec } from "@countersign/llm"
import type { BlockOf, ContentBlock, ToolFailure } from "../../contract/chat/content-block.ts"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import type { Effect } from "../../contract/effect.ts"
import type { TaintSource } from "../../contract/proposal.ts"
import { RateLimitedError } from "../../errors.ts"
import type { ToolOutcome } from "../../gate/invoke-tool.ts"
import { wordsOfError } from "../../gate/words-of-error.ts"
import { breadcrumb } from "../prompt/heavy-evidence.ts"
import type { DuplicateGuard } from "./duplicate-guard.ts"
import { planCalls } from "./plan-calls.ts"
import { type FirstAnswer, type RepeatedReads, repeated } from "./repeated-reads.ts"
import type { WrittenCall } from "./step-reader.ts"

/** A tool as a turn knows it. */
export interface CalledTool {
  /** `incident.list`. */
  name: string
  /** What a model may call it besides, on the wire. */
  otherNames?: readonly string[]
  effect: Effect
  /** Its result is a question to the operator. */
  asks: boolean
  /** Its result is shown to the model once and not kept. */
  heavy: boolean
  /** It runs in an open page alone. */
  needsTab?: boolean | undefined
  spec: ToolSpec
}

/** By what a model calls it: its name on the wire, or another it is known by. */
export function namesOf(tools: readonly CalledTool[]): ReadonlyMap<string, string> {
  return new Map(
    tools.flatMap(({ name, spec, otherNames = [] }) => [spec.name, ...otherNames].map((wire) => [wire, name])),
  )
}

const specs = new WeakMap<readonly CalledTool[], readonly ToolSpec[]>()

/** As a model is told of them: one list for one list, so that whoever writes it out or counts it does so once. */
export function specsOf(tools: readonly CalledTool[]): readonly ToolSpec[] {
  const known = specs.get(tools) ?? tools.map(({ spec }) => spec)
  specs.set(tools, known)
  return known
}

export interface CallPorts {
  /** Through the gate. The text is what the model reads of the result, within its bounds. */
  invoke(
    toolName: string,
    input: unknown,
    callId: string,
  ): Promise<{ outcome: ToolOutcome; text: string; images?: ImagePart[] }>
  /** An error as a sentence, the kind of notice that tells the operator of it, and what the model is told of it. */
  /** `sent`: what the failing call was made with, by whoever the sentence is for. */
  explain(error: unknown, sent?: unknown): { kind: BlockOf<"notice">["kind"]; sentence: string; failure: ToolFailure }
  guard: DuplicateGuard
  reads: RepeatedReads
  emit(events: TurnEvent[]): void
  signal: AbortSignal
  /** Milliseconds, from any fixed point. */
  clock(): number
}

export interface RanCalls {
  results: ToolResultPart[]
  /** The turn ends here: the operator is asked. */
  asked: boolean
  applied: string[]
  /** Why calls were refused for their number. */
  overBudget: string | null
}

export interface Told {
  result: ToolResultPart
  /** Stored and shown beside the result. */
  blocks: ContentBlock[]
  events: TurnEvent[]
  asked?: boolean
  applied?: string
}

/** Runs what one step called: neighbouring reads side by side, changes one after the other, all in the model's order. */
export async function runCalls(
  ports: CallPorts,
  /** By their name. */
  tools: ReadonlyMap<string, CalledTool>,
  calls: readonly WrittenCall[],
  keep: (blocks: ContentBlock[]) => void,
): Promise<RanCalls> {
  const ran: RanCalls = { results: [], asked: false, applied: [], overBudget: null }

  for (const group of planCalls(calls, ({ block }) => (tools.get(block.name)?.effect ?? "read") === "read")) {
    const told = await Promise.all(group.map((call) => runOne(call)))
    for (const { result, blocks, events, asked, applied } of told) {
      ran.results.push(result)
      keep(blocks)
      if (events.length > 0) ports.emit(events)
      ran.asked ||= asked === true
      if (applied) ran.applied.push(applied)
    }
  }
  return ran

  async function runOne({ block, input }: WrittenCall): Promise<Told> {
    const { name } = block
    if (!input.ok) return failed(block, input.problem, { kind: "invalid" }, true)
    // After a stop nothing more is begun; what was begun is waited for, so that the transcript tells what happened.
    if (ports.signal.aborted)
      return failed(block, "The operator stopped the turn before this call was made.", { kind: "not-made" })
    const tool = tools.get(name)
    if (!tool) {
      const sentence = "There is no such tool. Use one of the tools you were offered."
      return failed(block, sentence, { kind: "not-found" })
    }
    if (tool.effect !== "read" && ports.guard.seen(name, input.value)) {
      const sentence = `${name} was already called with these arguments in this turn. Do not repeat it; go on.`
      return failed(block, sentence, { kind: "duplicate" })
    }
    const first = tool.effect === "read" && !tool.asks ? ports.reads.answered(name, input.value) : null
    // Nothing is awaited before this call counts: equal ones of the same step would all pass.
    const known = first && (await first)
    if (known) return tellAgain(block, tool, known)
    const { promise: answer, resolve: learn } = Promise.withResolvers<FirstAnswer>()
    if (tool.effect === "read") ports.reads.made(name, input.value, answer)
    else ports.reads.changed()
    const began = ports.clock()
    try {
      const { outcome, text, images } = await ports.invoke(name, input.value, block.callId)
      const durationMs = Math.round(ports.clock() - began)
      learn(outcome.status === "executed" ? { text, source: outcome.source, toolCallId: outcome.toolCallId } : null)
      return tell(block, tool, outcome, { text, images, durationMs })
    } catch (error) {
      learn(null)
      ports.guard.failed(name, input.value, error)
      const { sentence, failure } = ports.explain(error, [name, input.value])
      if (error instanceof RateLimitedError) ran.overBudget = sentence
      return failed(block, sentence, failure, false, wordsOfError(error))
    }
  }
}

/** What was read before, instead of reading it once more. */
function tellAgain(
  { callId, name }: BlockOf<"tool-call">,
  { heavy }: CalledTool,
  first: NonNullable<FirstAnswer>,
): Told {
  const text = repeated(name, first.text)
  const kept = heavy ? breadcrumb(name, first.text) : text
  return {
    result: { type: "tool-result", callId, name: wireName(name), text },
    blocks: [{ type: "tool-result", callId, name, text: kept, toolCallId: first.toolCallId, ...stored(first.source) }],
    events: [{ type: "tool-output-available", toolCallId: callId, output: toJson(kept), dynamic: true }],
  }
}

function stored(source: TaintSource | null): { source?: Omit<TaintSource, "toolName"> } {
  if (!source) return {}
  const { toolName: _, ...rest } = source
  return { source: rest }
}

/** A call that was written and will not be made. */
export function unmade({ block, input }: WrittenCall, sentence: string): Pick<Told, "blocks" | "events"> {
  return input.ok
    ? failed(block, sentence, { kind: "not-made" })
    : failed(block, input.problem, { kind: "invalid" }, true)
}

/** What an outcome is to the model and to those who look on. */
export function tell(
  { callId, name }: BlockOf<"tool-call">,
  { asks, effect, heavy }: CalledTool,
  outcome: ToolOutcome,
  { text, images, durationMs }: { text: string; images?: ImagePart[]; durationMs: number },
): Told {
  const { toolCallId } = outcome
  const kept = heavy ? breadcrumb(name, text, images?.length) : text
  const base = {
    type: "tool-result",
    callId,
    name,
    text: kept,
    toolCallId,
    durationMs,
    ...stored(outcome.source),
  } as const
  const result: ToolResultPart = {
    type: "tool-result",
    callId,
    name: wireName(name),
    text,
    ...(images?.length ? { images } : {}),
  }
  const output: TurnEvent = { type: "tool-output-available", toolCallId: callId, output: toJson(kept), dynamic: true }

  if (outcome.status === "awaiting_signature") {
    const { proposalId, summary, expiresAt } = outcome
    const card: BlockOf<"proposal"> = {
      type: "proposal",
      callId,
      proposalId,
      toolName: name,
      effect,
      summary,
      expiresAt,
    }
    return {
      result,
      blocks: [base, card],
      // No output: for the AI SDK's clients the call stands as one that waits for approval.
      events: [
        { type: "tool-approval-request", approvalId: proposalId, toolCallId: callId },
        { type: "data-proposal", id: proposalId, data: card },
      ],
    }
  }
  if (outcome.status === "applied") {
    const { proposalId, summary, undo } = outcome
    const card: BlockOf<"applied"> = {
      type: "applied",
      callId,
      proposalId,
      toolName: name,
      summary,
      ...(undo ? { undo } : {}),
    }
    return {
      result,
      blocks: [base, card],
      events: [output, { type: "data-applied", id: proposalId, data: card }],
      applied: proposalId,
    }
  }
  const question = asks ? toQuestion(callId, outcome.result) : null
  return {
    result,
    blocks: [base, ...(question ? [question] : [])],
    events: [output, ...(question ? [{ type: "data-question" as const, id: callId, data: question }] : [])],
    asked: question !== null,
  }
}

/** What was wrong with the call itself has been told when it was written. */
export function failed(
  block: BlockOf<"tool-call">,
  sentence: string,
  failure: ToolFailure,
  told = false,
  /** Others' words in the sentence. */
  source: TaintSource | null = null,
): Told {
  const { callId, name } = block
  const event: TurnEvent = {
    type: "tool-output-error",
    toolCallId: callId,
    errorText: sentence,
    dynamic: true,
    toolMetadata: { failure },
  }
  return {
    result: { type: "tool-result", callId, name: wireName(name), text: sentence, failure },
    blocks: [{ type: "tool-result", callId, name, text: sentence, isError: true, failure, ...stored(source) }],
    events: told ? [] : [event],
  }
}

/** Providers refuse a request that repeats a name the model made up, unless it looks like one. */
export function wireName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, "_").slice(0, 64) || "unknown"
}

function toQuestion(callId: string, result: unknown): BlockOf<"question"> {
  const { question, options } = result as { question: string; options: string[] }
  return { type: "question", callId, question, options }
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
