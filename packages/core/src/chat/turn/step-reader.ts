import type { EndReason, Failure, ModelEvent, Usage } from "@countersign/llm"
import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import type { TurnEvent } from "../../contract/chat/turn-event.ts"
import { NotJsonError, parseJson } from "../../json.ts"

/** A call the model finished writing. */
export interface WrittenCall {
  block: BlockOf<"tool-call">
  /** What its arguments say, or why they say nothing. */
  input: { ok: true; value: unknown } | { ok: false; problem: string }
}

/** What one model call came to. */
export interface ReadStep {
  /** As they were finished. Those the model left open are marked as cut. */
  blocks: ContentBlock[]
  calls: WrittenCall[]
  usage: Usage | null
  reason: EndReason | null
  failure: Failure | null
}

export interface StepReader {
  /** Grows with every chunk. */
  readonly step: ReadStep
  /** Takes what one network chunk held; answers what to tell. */
  read(events: readonly ModelEvent[]): TurnEvent[]
  /** Once the stream is over: closes what the model left open. */
  finish(): TurnEvent[]
}

type Part =
  | { type: "text"; id: string; text: string }
  | { type: "reasoning"; id: string; text: string }
  | { type: "tool-call"; id: string; name: string; text: string }

/**
 * Model events in, turn events out, one array each per network chunk. Deltas of one part that came in the same chunk
 * are told as one: what is said stays the same, and a burst costs what a token costs.
 */
export function createStepReader(options: {
  step: number
  /** `incident_list` to `incident.list`. */
  nameOf(wireName: string): string
  newCallId(): string
}): StepReader {
  const open = new Map<number, Part>()
  const step: ReadStep = { blocks: [], calls: [], usage: null, reason: null, failure: null }
  let told: TurnEvent[] = []

  return {
    step,
    read(events) {
      told = []
      for (const event of events) take(event)
      return told
    },
    finish() {
      told = []
      for (const one of open.values()) cut(one)
      open.clear()
      return told
    },
  }

  function take(event: ModelEvent): void {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
      case "tool-call-delta":
        grow(event.part, event.text)
        break
      case "text-start":
        begin(event.part, { type: "text", id: `${options.step}-${event.part}`, text: "" })
        break
      case "reasoning-start":
        begin(event.part, { type: "reasoning", id: `${options.step}-${event.part}`, text: "" })
        break
      case "tool-call-start":
        begin(event.part, { type: "tool-call", id: options.newCallId(), name: options.nameOf(event.name), text: "" })
        break
      case "text-end":
        endText(event)
        break
      case "reasoning-end":
        endReasoning(event)
        break
      case "tool-call-end":
        endCall(event)
        break
      case "usage":
        step.usage = event.usage
        break
      case "end":
        step.reason = event.reason
        break
      case "error":
        step.failure = event.failure
    }
  }

  function begin(part: number, one: Part): void {
    open.set(part, one)
    if (one.type === "tool-call")
      told.push({ type: "tool-input-start", toolCallId: one.id, toolName: one.name, dynamic: true })
    else told.push({ type: `${one.type}-start`, id: one.id })
  }

  function grow(part: number, text: string): void {
    const one = open.get(part)
    if (!one || text === "") return
    one.text += text
    const last = told[told.length - 1]
    if (one.type === "tool-call") {
      if (last?.type === "tool-input-delta" && last.toolCallId === one.id) last.inputTextDelta += text
      else told.push({ type: "tool-input-delta", toolCallId: one.id, inputTextDelta: text })
    } else if (last?.type === `${one.type}-delta` && "delta" in last && last.id === one.id) last.delta += text
    else told.push({ type: `${one.type}-delta`, id: one.id, delta: text })
  }

  function endText({ part, phase }: Extract<ModelEvent, { type: "text-end" }>): void {
    const one = close(part)
    if (!one) return
    told.push({ type: "text-end", id: one.id })
    if (one.text) step.blocks.push({ type: "text", text: one.text, ...(phase ? { phase } : {}) })
  }

  function endReasoning({ part, provider, replay }: Extract<ModelEvent, { type: "reasoning-end" }>): void {
    const one = close(part)
    if (!one) return
    told.push({ type: "reasoning-end", id: one.id })
    // Encrypted reasoning has no text, and its provider still wants it back.
    if (one.text || replay)
      step.blocks.push({ type: "reasoning", text: one.text, provider, ...(replay ? { replay } : {}) })
  }

  function endCall(event: Extract<ModelEvent, { type: "tool-call-end" }>): void {
    const one = close(event.part)
    if (!one) return
    const { beyond, ...input } = readArguments(event.arguments)
    const written = beyond ? leftOut(event.arguments) : event.arguments
    const block: BlockOf<"tool-call"> = {
      type: "tool-call",
      callId: one.id,
      name: options.nameOf(event.name),
      arguments: written,
      ...(event.replay ? { replay: event.replay } : {}),
    }
    const head = { toolCallId: one.id, toolName: block.name, dynamic: true } as const
    if (input.ok) told.push({ type: "tool-input-available", ...head, input: input.value })
    else
      told.push({
        type: "tool-input-error",
        ...head,
        input: written,
        errorText: input.problem,
        toolMetadata: { failure: { kind: "invalid" } },
      })
    step.blocks.push(block)
    step.calls.push({ block, input })
  }

  function close(part: number): Part | undefined {
    const one = open.get(part)
    open.delete(part)
    return one
  }

  function cut(one: Part): void {
    if (one.type === "tool-call") {
      const errorText = "The model stopped before it had finished this call, so it was not made."
      const head = { toolCallId: one.id, toolName: one.name, dynamic: true } as const
      const toolMetadata = { failure: { kind: "not-made" as const } }
      told.push({ type: "tool-input-error", ...head, input: one.text, errorText, toolMetadata })
      step.blocks.push({ type: "tool-call", callId: one.id, name: one.name, arguments: one.text, cut: true })
      return
    }
    told.push({ type: `${one.type}-end`, id: one.id })
    if (!one.text) return
    if (one.type === "text") step.blocks.push({ type: "text", text: one.text, cut: true })
    else step.blocks.push({ type: "reasoning", text: one.text, provider: "", cut: true })
  }
}

/** Some models write nothing where a tool takes nothing. */
function readArguments(text: string): WrittenCall["input"] & { beyond?: boolean } {
  if (text.trim() === "") return { ok: true, value: {} }
  try {
    // What Postgres cannot hold is cleaned on the way to it, as everything a model writes.
    const value = parseJson(text, { what: "The JSON of the arguments", keepUnstorable: true })
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return { ok: true, value }
    return { ok: false, problem: "The arguments are JSON but no object. Pass an object with the tool's fields." }
  } catch (error) {
    const { message } = error as Error
    if (!(error instanceof NotJsonError))
      return { ok: false, problem: `${message} Write the call again.`, beyond: true }
    return { ok: false, problem: `The arguments are not JSON (${message}). Write the call again.` }
  }
}

/** In place of arguments that went beyond what is read: sent along with every later step, they would end the conversation. */
function leftOut(text: string): string {
  return JSON.stringify({ leftOut: `${text.length.toLocaleString("en")} characters that were not read` })
}
