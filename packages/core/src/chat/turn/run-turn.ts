import type {
  Failure,
  Message,
  ModelEvent,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  ToolSpec,
  Usage,
} from "@countersign/llm"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import type { ContextUse, TurnEvent, TurnUsage } from "../../contract/chat/turn-event.ts"
import { elideEvidence } from "../prompt/heavy-evidence.ts"
import { type CalledTool, type CallPorts, namesOf, runCalls, specsOf, unmade, wireName } from "./run-calls.ts"
import { createStepReader, type ReadStep, type WrittenCall } from "./step-reader.ts"

/** What a turn works with. No HTTP, no SQL and no provider: whoever starts it decides where its words go. */
export interface TurnPorts extends CallPorts {
  /** One model call. Resolves once its terminal event was handed over; rejects when it may not be made at all. */
  ask(request: StepRequest, onEvents: (events: ModelEvent[]) => void): Promise<{ costUsd: number | null }>
  /** What happens, as it happens. */
  emit(events: TurnEvent[]): void
  /** Parts that are complete, in order: to be stored. */
  keep(blocks: ContentBlock[]): void
  /** Its reason is how the turn ends: "stopped" by a person, "interrupted" by the server's own end. */
  signal: AbortSignal
  newCallId(): string
}

export interface StepRequest {
  messages: readonly Message[]
  tools: readonly ToolSpec[]
}

export interface TurnPlan {
  messages: readonly Message[]
  tools: readonly CalledTool[]
  /** Joins the last step, which has no tools. */
  lastStepNote: string
  maxSteps?: number
  windowTokens: number | null
  vision: boolean
  /** Makes room when the tools said more than the model's window holds. */
  fit?(messages: readonly Message[]): readonly Message[]
}

export interface TurnEnd {
  state: "completed" | "stopped" | "failed" | "interrupted"
  problem: string | null
  blocks: ContentBlock[]
  usage: TurnUsage
  context: ContextUse | null
  /** Proposals that were applied within the turn: the model knows of them. */
  applied: string[]
}

const MOST_STEPS = 16

/**
 * One question to one answer: asks the model, runs what it calls, asks again, until it answers, asks the operator, or
 * may not go on. It always ends with something to read. README.md draws the sequence of its events.
 */
export async function runTurn(ports: TurnPorts, plan: TurnPlan): Promise<TurnEnd> {
  const { maxSteps = MOST_STEPS } = plan
  const end: TurnEnd = {
    state: "completed",
    problem: null,
    blocks: [],
    usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: null },
    context: null,
    applied: [],
  }
  const specs = specsOf(plan.tools)
  const byName = new Map(plan.tools.map((tool) => [tool.name, tool]))
  const dotted = namesOf(plan.tools)
  const heavy = new Set(plan.tools.filter((tool) => tool.heavy).map(({ spec }) => spec.name))
  let messages = plan.messages
  let toldOverBudget = false

  const keep = (blocks: ContentBlock[]) => {
    if (blocks.length === 0) return
    end.blocks.push(...blocks)
    ports.keep(blocks)
  }
  const notice = (kind: BlockOf<"notice">["kind"], text: string, detail?: string) => {
    const block: BlockOf<"notice"> = { type: "notice", kind, text, ...(detail ? { detail } : {}) }
    keep([block])
    ports.emit([{ type: "data-notice", id: `notice-${end.blocks.length}`, data: block }])
  }
  const fail = (sentence: string, detail?: string, kind: BlockOf<"notice">["kind"] = "failed") => {
    end.state = "failed"
    end.problem = sentence
    notice(kind, sentence, detail)
  }

  for (let step = 1; ; step += 1) {
    ports.emit([{ type: "start-step" }])
    const goesOn = await takeStep(step, step === maxSteps)
    ports.emit([{ type: "finish-step" }])
    if (!goesOn) return finish()
  }

  async function takeStep(step: number, last: boolean): Promise<boolean> {
    // Tools are left out instead of forbidden: told to call none, some models write the call's markup as their answer.
    const tools = last ? [] : specs
    const asked = last ? [...messages, note(plan.lastStepNote)] : messages
    const read = await listen(step, { messages: plan.fit?.(asked) ?? asked, tools })
    if (!read) return false
    count(read.usage)
    const { calls } = read
    if (ports.signal.aborted) {
      leaveUnmade(calls, "The turn was stopped before this call was made.")
      giveUp()
      return false
    }
    if (endsHere(read)) return false
    if (last) leaveUnmade(calls, "This was the last step of the turn, so the call was not made.")
    if (calls.length === 0 || last) {
      if (!saidSomething(read))
        notice(
          last ? "out-of-steps" : "cut",
          last
            ? `The assistant used all ${maxSteps} steps of this turn without coming to an answer. Ask for a smaller part of it.`
            : "The model ended without an answer. Send the message again, or choose another model.",
        )
      return false
    }

    const ran = await runCalls(ports, byName, calls, keep)
    end.applied.push(...ran.applied)
    if (ran.overBudget && !toldOverBudget) notice("over-budget", ran.overBudget)
    toldOverBudget ||= ran.overBudget !== null
    if (ports.signal.aborted) {
      giveUp()
      return false
    }
    if (ran.asked) return false
    messages = elideEvidence([...messages, ...toMessages(read, ran.results)], (name) => heavy.has(name))
    return true
  }

  /** Whatever the reason, calls that were written before it are never made: the model did not mean to end there. */
  function endsHere({ failure, reason, calls, blocks }: ReadStep): boolean {
    if (!failure && reason !== "cut" && reason !== "length" && reason !== "refusal") return false
    leaveUnmade(calls, "The answer broke off before this call was made.")
    if (failure) fail(failure.sentence, failure.detail, kindOf(failure, blocks.length > 0))
    else if (reason === "cut")
      // An error for whoever speaks the protocol: half an answer must not look like a whole one.
      fail(
        blocks.length > 0
          ? "The provider stopped in the middle of this answer. Ask it to go on, or send the message again."
          : "The provider hung up before it had said anything. Send the message again, or choose another model.",
        undefined,
        "cut",
      )
    else if (reason === "length")
      notice("length", "The answer reached the longest length the model may write. Ask it to go on.")
    else notice("refused", "The model's provider refused to answer this. Put the question in other words.")
    return true
  }

  /** Without a result, a call would look as if it still ran. */
  function leaveUnmade(calls: readonly WrittenCall[], sentence: string): void {
    for (const { blocks, events } of calls.map((call) => unmade(call, sentence))) {
      keep(blocks)
      if (events.length > 0) ports.emit(events)
    }
  }

  async function listen(step: number, request: StepRequest): Promise<ReadStep | null> {
    const reader = createStepReader({
      step,
      nameOf: (wireName) => dotted.get(wireName) ?? wireName,
      newCallId: ports.newCallId,
    })
    let kept = 0
    const keepNew = () => {
      if (reader.step.blocks.length === kept) return
      keep(reader.step.blocks.slice(kept))
      kept = reader.step.blocks.length
    }
    try {
      const { costUsd } = await ports.ask(request, (events) => {
        const told = reader.read(events)
        keepNew()
        if (told.length > 0) ports.emit(told)
      })
      if (costUsd !== null) end.usage.costUsd = (end.usage.costUsd ?? 0) + costUsd
    } catch (error) {
      // The spend cap, a connection that is gone: nothing was asked.
      const { kind, sentence } = ports.explain(error)
      close()
      fail(sentence, undefined, kind)
      return null
    }
    close()
    return reader.step

    function close(): void {
      const told = reader.finish()
      keepNew()
      if (told.length > 0) ports.emit(told)
    }
  }

  function count(usage: Usage | null): void {
    if (!usage) return
    end.usage.inputTokens += usage.inputTokens
    end.usage.outputTokens += usage.outputTokens
    end.usage.cacheReadTokens += usage.cacheReadTokens
    end.usage.cacheWriteTokens += usage.cacheWriteTokens
    // What the next call starts from, never the sum over calls: each sends the growing context again.
    const usedTokens = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
    end.context = { usedTokens, windowTokens: plan.windowTokens }
    ports.emit([
      { type: "data-context", id: "context", data: end.context },
      { type: "data-usage", id: "usage", data: { ...end.usage } },
    ])
  }

  function giveUp(): void {
    const stopped = ports.signal.reason === "stopped"
    end.state = stopped ? "stopped" : "interrupted"
    notice(
      end.state,
      stopped
        ? "You stopped this answer."
        : "The server was shut down in the middle of this answer. Send a message to go on.",
    )
  }

  function finish(): TurnEnd {
    if (end.state === "failed") ports.emit([{ type: "error", errorText: end.problem! }])
    ports.emit([
      end.state === "stopped" || end.state === "interrupted"
        ? { type: "abort", reason: end.state }
        : { type: "finish", finishReason: end.state === "failed" ? "error" : "stop" },
    ])
    return end
  }
}

function kindOf(failure: Failure, spoke: boolean): BlockOf<"notice">["kind"] {
  if (failure.kind === "silence" && spoke) return "cut"
  return failure.kind === "content-refused" ? "refused" : "failed"
}

function saidSomething({ blocks }: ReadStep): boolean {
  return blocks.some((block) => block.type === "text" && block.text.trim() !== "")
}

function note(text: string): Message {
  return { role: "user", parts: [{ type: "text", text }] }
}

/** What the model said and what its calls came to, as the next call repeats it. */
function toMessages({ blocks }: ReadStep, results: readonly ToolResultPart[]): Message[] {
  const parts: (TextPart | ReasoningPart | ToolCallPart)[] = []
  for (const block of blocks) {
    if (block.type === "text") parts.push({ type: "text", text: block.text, phase: block.phase })
    else if (block.type === "reasoning") {
      const { text, provider, replay } = block
      parts.push({ type: "reasoning", text, provider, replay })
    } else if (block.type === "tool-call" && !block.cut) {
      const { callId, arguments: text, replay } = block
      parts.push({ type: "tool-call", callId, name: wireName(block.name), arguments: text, replay })
    }
  }
  return [
    { role: "assistant", parts },
    { role: "tool", parts: results },
  ]
}
