import { randomUUID } from "node:crypto"
import type { Capabilities, ModelRequest } from "../driver.ts"
import type { ImagePart, Message } from "../message.ts"
import type { EndReason, ModelEvent } from "../model-event.ts"
import type { Dialect, FrameReader, Protocol } from "../protocol.ts"
import { classifyFailure } from "../transport/classify-failure.ts"
import { believeUsage } from "./believe-usage.ts"
import { argumentsText, isDone, resultText, textOf, toolWriter, userParts } from "./tool-content.ts"

export const openaiChat: Protocol = {
  id: "openai-chat",
  path: "/chat/completions",
  request,
  reader: (dialect) => new ChatReader(dialect),
}

// Request

function request(asked: ModelRequest, capabilities: Capabilities, dialect: Dialect): object {
  const tools = toTools(asked.tools ?? [])
  return {
    model: asked.model,
    stream: true,
    stream_options: { include_usage: true },
    messages: asked.messages.flatMap((message) => toMessages(message, capabilities.vision, dialect.provider)),
    ...(tools.length > 0 && { tools }),
    ...(tools.length > 0 && asked.toolChoice === "required" && { tool_choice: "required" }),
    ...(asked.maxOutputTokens && { [maxTokensField(asked.model)]: asked.maxOutputTokens }),
    ...(capabilities.reasoning && asked.reasoning && { reasoning_effort: asked.reasoning }),
    ...dialect.extra,
  }
}

/** OpenAI's own reasoning models, on Azure, refuse the old name; most other servers know no other. */
function maxTokensField(model: string): string {
  return /(^|\/)(o\d|gpt-[5-9])/.test(model) ? "max_completion_tokens" : "max_tokens"
}

// Messages

type WireMessage = Record<string, unknown>

function toMessages(message: Message, seesImages: boolean, provider: string): WireMessage[] {
  switch (message.role) {
    case "system":
      return [{ role: "system", content: message.text }]
    case "user": {
      const parts = userParts(message, seesImages)
      // Plain text where it will do: not every server takes a list.
      if (parts.every((part) => part.type === "text"))
        return [{ role: "user", content: parts.map(({ text }) => text).join("\n\n") }]
      const content = parts.map((part) => (part.type === "text" ? { type: "text", text: part.text } : toImage(part)))
      return [{ role: "user", content }]
    }
    case "assistant": {
      const wire = toAssistant(message, provider)
      // An empty answer is refused; it was all reasoning of another provider.
      return wire.content === "" && !wire.tool_calls ? [] : [wire]
    }
    case "tool": {
      const results = message.parts.map((part) => {
        return { role: "tool", tool_call_id: part.callId, content: resultText(part, seesImages) }
      })
      const images = seesImages ? message.parts.flatMap((part) => part.images ?? []) : []
      if (images.length === 0) return results
      // The protocol has no images in results; they follow as if the user showed them.
      const note = { type: "text", text: "[Images from the tool results above.]" }
      return [...results, { role: "user", content: [note, ...images.map(toImage)] }]
    }
  }
}

function toAssistant({ parts }: Extract<Message, { role: "assistant" }>, provider: string): WireMessage {
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("")
  const calls = parts.flatMap((part) =>
    part.type === "tool-call"
      ? [{ id: part.callId, type: "function", function: { name: part.name, arguments: argumentsText(part.arguments) } }]
      : [],
  )
  const wire: WireMessage = { role: "assistant", content: text, ...(calls.length > 0 && { tool_calls: calls }) }
  for (const part of parts) {
    // Under the name it came under: servers that reason between tool calls want it back, others never sent it.
    if (part.type !== "reasoning" || part.provider !== provider || !part.replay?.id) continue
    wire[part.replay.id] = `${wire[part.replay.id] ?? ""}${part.text}`
  }
  return wire
}

function toImage({ mediaType, data }: ImagePart): WireMessage {
  return { type: "image_url", image_url: { url: `data:${mediaType};base64,${data}` } }
}

// Tools

const toTools = toolWriter(({ name, description, inputSchema }) => {
  return { type: "function", function: { name, description, parameters: inputSchema } }
})

// Frames -> events

interface OpenCall {
  part: number
  callId: string
  name: string
  text: string
}

interface WireCall {
  index?: number
  id?: string | null
  function?: { name?: string | null; arguments?: string | null }
}

interface Frame {
  error?: unknown
  usage?: WireUsage | null
  choices?: {
    index?: number
    delta?: {
      content?: unknown
      refusal?: unknown
      reasoning_content?: unknown
      reasoning?: unknown
      tool_calls?: WireCall[] | null
    }
    finish_reason?: string | null
  }[]
}

class ChatReader implements FrameReader {
  readonly #dialect: Dialect
  readonly #calls = new Map<number, OpenCall>()
  #parts = 0
  #called = false
  #refused = false
  /** The protocol knows no parts: one lasts until words of the other kind, or the end. */
  #open: "text" | "reasoning" | undefined
  /** `reasoning_content` or `reasoning`. */
  #reasoningField = ""
  #usage: WireUsage | undefined
  #finishReason: string | undefined

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  read(data: string, into: ModelEvent[]): boolean {
    if (isDone(data)) {
      this.close(into)
      return true
    }
    const frame = JSON.parse(data) as Frame
    if (frame.error) {
      pushUsage(this.#usage, into)
      pushFailure(data, this.#dialect, into)
      return true
    }
    if (frame.usage) this.#usage = frame.usage
    // One answer was asked for; a server that gives several may interleave them.
    const choice = frame.choices?.find((one) => (one?.index ?? 0) === 0)
    if (!choice) return false
    const { delta } = choice
    if (delta) {
      if (delta.content) this.#say("text", textOf(delta.content), into)
      else if (delta.reasoning_content) this.#think("reasoning_content", delta.reasoning_content, into)
      else if (delta.reasoning) this.#think("reasoning", delta.reasoning, into)
      if (delta.refusal) {
        this.#refused = true
        this.#say("text", textOf(delta.refusal), into)
      }
      if (delta.tool_calls) for (const call of delta.tool_calls) this.#readCall(call, into)
    }
    if (choice.finish_reason && this.#finishReason === undefined) {
      this.#finishReason = choice.finish_reason
      this.#endPart(into)
      for (const index of [...this.#calls.keys()]) this.#endCall(index, into)
    }
    return false
  }

  close(into: ModelEvent[]): void {
    pushUsage(this.#usage, into)
    into.push({ type: "end", reason: this.#reason() })
  }

  #think(field: "reasoning_content" | "reasoning", text: unknown, into: ModelEvent[]): void {
    this.#reasoningField = field
    this.#say("reasoning", textOf(text), into)
  }

  #say(kind: "text" | "reasoning", text: string, into: ModelEvent[]): void {
    if (this.#open !== kind) {
      this.#endPart(into)
      this.#open = kind
      into.push({ type: kind === "text" ? "text-start" : "reasoning-start", part: this.#parts })
      this.#parts += 1
    }
    const part = this.#parts - 1
    into.push(kind === "text" ? { type: "text-delta", part, text } : { type: "reasoning-delta", part, text })
  }

  #endPart(into: ModelEvent[]): void {
    const part = this.#parts - 1
    if (this.#open === "text") into.push({ type: "text-end", part })
    if (this.#open === "reasoning") {
      into.push({ type: "reasoning-end", part, provider: this.#dialect.provider, replay: { id: this.#reasoningField } })
    }
    this.#open = undefined
  }

  #readCall({ index = 0, id, function: asked }: WireCall, into: ModelEvent[]): void {
    let call = this.#calls.get(index)
    // Some servers give every parallel call the index 0; a new id with a name is a new call.
    if (call && id && asked?.name && id !== call.callId) {
      this.#endCall(index, into)
      call = undefined
    }
    if (!call) {
      this.#endPart(into)
      this.#called = true
      call = { part: this.#parts, callId: id || `call_${randomUUID()}`, name: textOf(asked?.name), text: "" }
      this.#parts += 1
      this.#calls.set(index, call)
      into.push({ type: "tool-call-start", part: call.part, callId: call.callId, name: call.name })
    }
    if (!asked?.arguments) return
    const text = textOf(asked.arguments)
    call.text += text
    into.push({ type: "tool-call-delta", part: call.part, text })
  }

  #endCall(index: number, into: ModelEvent[]): void {
    const call = this.#calls.get(index)
    if (!call) return
    this.#calls.delete(index)
    const { part, callId, name, text } = call
    into.push({ type: "tool-call-end", part, callId, name, arguments: text || "{}" })
  }

  #reason(): EndReason {
    if (this.#finishReason === undefined) return "cut"
    if (this.#refused || this.#finishReason === "content_filter") return "refusal"
    if (this.#finishReason === "length") return "length"
    return this.#called ? "tool-calls" : "stop"
  }
}

// Usage

interface WireUsage {
  prompt_tokens?: unknown
  prompt_tokens_details?: { cached_tokens?: unknown; cache_write_tokens?: unknown } | null
  completion_tokens?: unknown
  completion_tokens_details?: { reasoning_tokens?: unknown } | null
  /** A gateway's, in US dollars. */
  cost?: unknown
}

function pushUsage(wire: WireUsage | undefined, into: ModelEvent[]): void {
  if (!wire) return
  const usage = believeUsage({
    input: wire.prompt_tokens,
    includesCached: true,
    output: wire.completion_tokens,
    cacheRead: wire.prompt_tokens_details?.cached_tokens,
    cacheWrite: wire.prompt_tokens_details?.cache_write_tokens,
    reasoning: wire.completion_tokens_details?.reasoning_tokens,
    costUsd: wire.cost,
  })
  into.push({ type: "usage", usage })
}

// Errors

/** `{ error: { message, type, code } }` in place of a chunk: the protocol names none, every server sends this one. */
function pushFailure(body: string, { label }: Dialect, into: ModelEvent[]): void {
  into.push({ type: "error", failure: classifyFailure({ label, body }) })
}
