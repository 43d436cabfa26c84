import { randomUUID } from "node:crypto"
import type { Capabilities, ModelRequest } from "../driver.ts"
import type { ImagePart, Message, TextPhase } from "../message.ts"
import type { EndReason, ModelEvent } from "../model-event.ts"
import type { Dialect, FrameReader, Protocol } from "../protocol.ts"
import { classifyFailure } from "../transport/classify-failure.ts"
import { believeUsage } from "./believe-usage.ts"
import { argumentsText, isDone, resultText, textOf, toolWriter, userParts } from "./tool-content.ts"

export const openaiResponses: Protocol = {
  id: "openai-responses",
  path: "/responses",
  request,
  reader: (dialect) => new ResponsesReader(dialect),
}

// Request

function request(asked: ModelRequest, capabilities: Capabilities, dialect: Dialect): object {
  const instructions = asked.messages.flatMap((message) => (message.role === "system" ? [message.text] : []))
  const tools = toTools(asked.tools ?? [])
  return {
    model: asked.model,
    stream: true,
    store: false,
    ...(instructions.length > 0 && { instructions: instructions.join("\n\n") }),
    input: asked.messages.flatMap((message) => toItems(message, capabilities.vision, dialect.provider)),
    ...(tools.length > 0 && { tools }),
    ...(tools.length > 0 && asked.toolChoice === "required" && { tool_choice: "required" }),
    ...(asked.maxOutputTokens && { max_output_tokens: asked.maxOutputTokens }),
    // Nothing is stored there, so reasoning comes back only if it is handed to us sealed.
    ...(capabilities.reasoning && { include: ["reasoning.encrypted_content"] }),
    ...(capabilities.reasoning && asked.reasoning && { reasoning: { effort: asked.reasoning, summary: "auto" } }),
    ...(asked.cacheKey && { prompt_cache_key: asked.cacheKey }),
    ...dialect.extra,
  }
}

// Messages

type Item = Record<string, unknown>

function toItems(message: Message, seesImages: boolean, provider: string): Item[] {
  switch (message.role) {
    case "system":
      return []
    case "user":
      return [
        {
          role: "user",
          content: userParts(message, seesImages).map((part) =>
            part.type === "text" ? { type: "input_text", text: part.text } : toImage(part),
          ),
        },
      ]
    case "assistant":
      return message.parts.flatMap((part): Item[] => {
        if (part.type === "text") {
          if (part.text === "") return []
          return [{ role: "assistant", content: part.text, ...(part.phase && { phase: part.phase }) }]
        }
        if (part.type === "tool-call") {
          const { callId, name } = part
          return [{ type: "function_call", call_id: callId, name, arguments: argumentsText(part.arguments) }]
        }
        const { id, encrypted } = part.replay ?? {}
        if (part.provider !== provider || !encrypted) return []
        const summary = part.text === "" ? [] : [{ type: "summary_text", text: part.text }]
        return [{ type: "reasoning", ...(id && { id }), summary, encrypted_content: encrypted }]
      })
    case "tool":
      return message.parts.map((part) => {
        const text = resultText(part, seesImages)
        const images = seesImages ? (part.images ?? []) : []
        const output = images.length === 0 ? text : [{ type: "input_text", text }, ...images.map(toImage)]
        return { type: "function_call_output", call_id: part.callId, output }
      })
  }
}

function toImage({ mediaType, data }: ImagePart): Item {
  return { type: "input_image", detail: "auto", image_url: `data:${mediaType};base64,${data}` }
}

// Tools

// Not strict: it refuses optional fields, which most of a schema's fields are.
const toTools = toolWriter(({ name, description, inputSchema }) => {
  return { type: "function", name, description, parameters: inputSchema, strict: false }
})

// Frames -> events

interface OpenItem {
  kind: "message" | "reasoning" | "function_call" | "other"
  part: number
  callId: string
  name: string
  /** A call's arguments so far. */
  text: string
}

interface WireItem {
  type: string
  id?: string
  call_id?: string
  name?: string
  arguments?: string
  encrypted_content?: string | null
  phase?: TextPhase | null
  content?: { type: string; text?: string; refusal?: string }[]
}

interface Frame {
  type: string
  output_index: number
  summary_index?: number
  delta?: unknown
  item: WireItem
  response?: {
    usage?: WireUsage | null
    error?: unknown
    incomplete_details?: { reason?: string } | null
  }
}

class ResponsesReader implements FrameReader {
  readonly #dialect: Dialect
  readonly #items = new Map<number, OpenItem>()
  #parts = 0
  #called = false
  #refused = false

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  read(data: string, into: ModelEvent[]): boolean {
    if (isDone(data)) {
      this.close(into)
      return true
    }
    const frame = JSON.parse(data) as Frame
    switch (frame.type) {
      case "response.output_text.delta":
        into.push({ type: "text-delta", part: this.#open("message", frame, into).part, text: textOf(frame.delta) })
        return false
      case "response.refusal.delta":
        this.#refused = true
        into.push({ type: "text-delta", part: this.#open("message", frame, into).part, text: textOf(frame.delta) })
        return false
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_text.delta":
        into.push({
          type: "reasoning-delta",
          part: this.#open("reasoning", frame, into).part,
          text: textOf(frame.delta),
        })
        return false
      case "response.reasoning_summary_part.added":
        if (!frame.summary_index) return false
        into.push({ type: "reasoning-delta", part: this.#open("reasoning", frame, into).part, text: "\n\n" })
        return false
      case "response.function_call_arguments.delta": {
        const item = this.#open("function_call", frame, into)
        const text = textOf(frame.delta)
        item.text += text
        into.push({ type: "tool-call-delta", part: item.part, text })
        return false
      }
      case "response.output_item.added":
        // Text begins with its first words: a message may turn out to hold none.
        if (frame.item.type === "reasoning" || frame.item.type === "function_call")
          this.#open(frame.item.type, frame, into)
        return false
      case "response.output_item.done":
        this.#finish(frame, into)
        return false
      case "response.completed":
      case "response.incomplete":
        pushUsage(frame.response?.usage, into)
        into.push({ type: "end", reason: this.#reason(frame) })
        return true
      case "response.failed":
        pushUsage(frame.response?.usage, into)
        pushFailure(JSON.stringify({ error: frame.response?.error }), this.#dialect, into)
        return true
      case "error":
        pushFailure(data, this.#dialect, into)
        return true
      default:
        return false
    }
  }

  close(into: ModelEvent[]): void {
    into.push({ type: "end", reason: "cut" })
  }

  /** The item a frame belongs to. One that was never announced begins with its first delta: gateways leave that out. */
  #open(kind: OpenItem["kind"], { output_index: index, item: wire }: Frame, into: ModelEvent[]): OpenItem {
    const known = this.#items.get(index)
    if (known) return known
    const item: OpenItem = { kind, part: this.#parts, callId: "", name: "", text: "" }
    this.#items.set(index, item)
    this.#parts += 1
    if (kind === "message") into.push({ type: "text-start", part: item.part })
    if (kind === "reasoning") into.push({ type: "reasoning-start", part: item.part })
    if (kind === "function_call") {
      this.#called = true
      item.name = textOf(wire?.name)
      item.callId = wire.call_id || `call_${randomUUID()}`
      into.push({ type: "tool-call-start", part: item.part, callId: item.callId, name: item.name })
    }
    return item
  }

  #finish(frame: Frame, into: ModelEvent[]): void {
    const { item: wire, output_index: index } = frame
    const isKnown = this.#items.has(index)
    if (wire.type === "message") {
      const words = isKnown ? "" : (wire.content ?? []).map(({ text, refusal }) => text ?? refusal ?? "").join("")
      if (!isKnown && words === "") return
      const { part } = this.#open("message", frame, into)
      if (words !== "") into.push({ type: "text-delta", part, text: words })
      into.push({ type: "text-end", part, ...(wire.phase && { phase: wire.phase }) })
    } else if (wire.type === "reasoning") {
      const { part } = this.#open("reasoning", frame, into)
      const encrypted = wire.encrypted_content ?? undefined
      const replay = encrypted && { replay: { encrypted, ...(wire.id && { id: wire.id }) } }
      into.push({ type: "reasoning-end", part, provider: this.#dialect.provider, ...replay })
    } else if (wire.type === "function_call") {
      const { part, callId, name, text } = this.#open("function_call", frame, into)
      into.push({ type: "tool-call-end", part, callId, name, arguments: wire.arguments || text || "{}" })
    }
    this.#items.delete(index)
  }

  #reason({ response }: Frame): EndReason {
    const why = response?.incomplete_details?.reason
    if (why === "content_filter" || this.#refused) return "refusal"
    if (why) return "length"
    return this.#called ? "tool-calls" : "stop"
  }
}

// Usage

interface WireUsage {
  input_tokens?: unknown
  input_tokens_details?: { cached_tokens?: unknown; cache_write_tokens?: unknown } | null
  output_tokens?: unknown
  output_tokens_details?: { reasoning_tokens?: unknown } | null
  /** OpenRouter's, in US dollars. */
  cost?: unknown
}

function pushUsage(wire: WireUsage | null | undefined, into: ModelEvent[]): void {
  if (!wire) return
  const usage = believeUsage({
    input: wire.input_tokens,
    includesCached: true,
    output: wire.output_tokens,
    cacheRead: wire.input_tokens_details?.cached_tokens,
    cacheWrite: wire.input_tokens_details?.cache_write_tokens,
    reasoning: wire.output_tokens_details?.reasoning_tokens,
    costUsd: wire.cost,
  })
  into.push({ type: "usage", usage })
}

// Errors

/** `{ type: "error", code, message }` on its own, or `{ error: { code, message } }` inside a failed response. */
function pushFailure(body: string, { label }: Dialect, into: ModelEvent[]): void {
  into.push({ type: "error", failure: classifyFailure({ label, body }) })
}
