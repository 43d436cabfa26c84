import type { Capabilities, ModelRequest } from "../driver.ts"
import type { ImagePart, Message } from "../message.ts"
import type { EndReason, ModelEvent } from "../model-event.ts"
import type { Dialect, FrameReader, Protocol } from "../protocol.ts"
import { classifyFailure } from "../transport/classify-failure.ts"
import { believeUsage } from "./believe-usage.ts"
import { argumentsObject, resultText, textOf, toolWriter, userParts } from "./tool-content.ts"

export const anthropicMessages: Protocol = {
  id: "anthropic-messages",
  path: "/messages",
  request,
  reader: (dialect) => new MessagesReader(dialect),
}

// Request

function request(asked: ModelRequest, capabilities: Capabilities, dialect: Dialect): object {
  const maxTokens = asked.maxOutputTokens ?? MAX_TOKENS
  const thinking = capabilities.reasoning ? thinkingFor(asked, maxTokens) : undefined
  const system = asked.messages.flatMap(({ role, ...rest }) => (role === "system" ? [rest as { text: string }] : []))
  const tools = toTools(asked.tools ?? [])
  const messages = toMessages(asked, capabilities, dialect.provider)
  return {
    model: asked.model,
    max_tokens: maxTokens,
    stream: true,
    ...(system.length > 0 && {
      system: system.map(({ text }, at) => ({ type: "text", text, ...(at === 0 && { cache_control: CACHED }) })),
    }),
    messages,
    ...(tools.length > 0 && { tools }),
    // A forced call and thinking exclude each other.
    ...(tools.length > 0 && asked.toolChoice === "required" && !thinking && { tool_choice: { type: "any" } }),
    ...thinking,
    ...dialect.extra,
  }
}

/** Required by the API, and within what every model since Claude 4 may write. */
const MAX_TOKENS = 16_000
const THINKING_BUDGET = { low: 2_048, medium: 6_144, high: 12_288 }

/** Claude 4.6 and later decide for themselves how long to think and refuse a budget; earlier ones need one. */
function thinkingFor({ model, reasoning }: ModelRequest, maxTokens: number): Record<string, unknown> | undefined {
  if (!reasoning) return undefined
  const [, major, minor = "0"] = /claude-(?:[a-z]+-)?(\d)(?:-(\d{1,2})(?!\d))?/.exec(model) ?? []
  if (major === undefined || Number(major) + Number(minor) / 10 >= 4.6) {
    return { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: reasoning } }
  }
  const budget = Math.min(THINKING_BUDGET[reasoning], maxTokens - 1_024)
  return budget < 1_024 ? undefined : { thinking: { type: "enabled", budget_tokens: budget } }
}

// Messages

interface WireMessage {
  role: "user" | "assistant"
  content: Block[]
}

type Block = Record<string, unknown>

function toMessages(asked: ModelRequest, capabilities: Capabilities, provider: string): WireMessage[] {
  const wire: WireMessage[] = []
  /** Ends of what the next call repeats: of the newest message, and of what a user said before it. */
  let [newest, said]: (Block | undefined)[] = []
  for (const message of asked.messages) {
    const content = toBlocks(message, capabilities.vision, provider)
    if (content.length === 0) continue
    const role = message.role === "assistant" ? "assistant" : "user"
    const into = wire.at(-1)
    // Results of parallel calls must stand in one message, right after the calls.
    if (into?.role === role) into.content.push(...content)
    else wire.push({ role, content })
    if (role === "assistant") continue
    if (newest && wasSaid(newest)) said = newest
    newest = content[content.length - 1 - asidesOf(message)] ?? newest
  }
  for (const block of [said, newest]) if (block) block.cache_control = CACHED
  return wire
}

/** Results are repeated only within their turn: in the next one something else stands before them. */
function wasSaid({ type }: Block): boolean {
  return type !== "tool_result"
}

function asidesOf(message: Message): number {
  return message.role === "user" ? message.parts.filter((part) => part.type === "text" && part.aside).length : 0
}

function toBlocks(message: Message, seesImages: boolean, provider: string): Block[] {
  switch (message.role) {
    case "system":
      return []
    case "user":
      return userParts(message, seesImages).flatMap((part) =>
        part.type === "text" ? textBlock(part.text) : imageBlock(part),
      )
    case "assistant":
      return message.parts.flatMap((part): Block[] => {
        if (part.type === "text") return textBlock(part.text)
        if (part.type === "tool-call") {
          return [{ type: "tool_use", id: part.callId, name: part.name, input: argumentsObject(part.arguments) }]
        }
        if (part.provider !== provider) return []
        const { signature, encrypted } = part.replay ?? {}
        if (encrypted) return [{ type: "redacted_thinking", data: encrypted }]
        return signature ? [{ type: "thinking", thinking: part.text, signature }] : []
      })
    case "tool":
      return message.parts.map((part) => ({
        type: "tool_result",
        tool_use_id: part.callId,
        content: [
          ...textBlock(resultText(part, seesImages)),
          ...(seesImages ? (part.images ?? []).flatMap(imageBlock) : []),
        ],
        ...(part.failure && { is_error: true }),
      }))
  }
}

/** Empty text is refused. */
function textBlock(text: string): Block[] {
  return text === "" ? [] : [{ type: "text", text }]
}

function imageBlock({ mediaType, data }: ImagePart): Block[] {
  return [{ type: "image", source: { type: "base64", media_type: mediaType, data } }]
}

// Tools

const CACHED = { type: "ephemeral" }

const toTools = toolWriter<Block>(({ name, description, inputSchema }) => {
  return { name, description, input_schema: inputSchema }
}, markLast)

/** Everything up to and including the marked block is cached: tools first, then the system prompt, then messages. */
function markLast(blocks: readonly Block[]): Block[] {
  return blocks.map((block, at) => (at === blocks.length - 1 ? { ...block, cache_control: CACHED } : block))
}

// Frames -> events

interface OpenBlock {
  kind: "text" | "thinking" | "tool_use" | "other"
  part: number
  callId: string
  name: string
  /** A tool call's arguments, or a thinking block's signature. */
  text: string
}

interface Frame {
  type: string
  index: number
  message?: { usage?: WireUsage }
  content_block: { type: string; id?: string; name?: string; input?: unknown; text?: string; data?: string }
  delta: {
    type: string
    text?: unknown
    thinking?: unknown
    signature?: unknown
    partial_json?: unknown
    stop_reason?: string | null
  }
  usage?: WireUsage
}

class MessagesReader implements FrameReader {
  readonly #dialect: Dialect
  readonly #blocks = new Map<number, OpenBlock>()
  #parts = 0
  #usage: WireUsage | undefined
  #stopReason: string | undefined

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  read(data: string, into: ModelEvent[]): boolean {
    const frame = JSON.parse(data) as Frame
    switch (frame.type) {
      case "content_block_delta":
        this.#readDelta(frame, into)
        return false
      case "content_block_start":
        this.#start(frame, into)
        return false
      case "content_block_stop":
        this.#stop(frame.index, into)
        return false
      case "message_start":
        this.#usage = frame.message?.usage
        return false
      case "message_delta":
        this.#usage = mergeUsage(this.#usage, frame.usage ?? {})
        this.#stopReason = frame.delta.stop_reason ?? this.#stopReason
        return false
      case "message_stop":
        this.close(into)
        return true
      case "error":
        pushUsage(this.#usage, into)
        pushFailure(data, this.#dialect, into)
        return true
      default:
        return false
    }
  }

  close(into: ModelEvent[]): void {
    pushUsage(this.#usage, into)
    into.push({ type: "end", reason: this.#stopReason === undefined ? "cut" : (REASONS[this.#stopReason] ?? "stop") })
  }

  #start({ index, content_block: block }: Frame, into: ModelEvent[]): void {
    const part = this.#parts
    const open: OpenBlock = { kind: "other", part, callId: "", name: "", text: "" }
    this.#blocks.set(index, open)
    switch (block.type) {
      case "text":
        open.kind = "text"
        into.push({ type: "text-start", part })
        if (block.text) into.push({ type: "text-delta", part, text: block.text })
        break
      case "thinking":
        open.kind = "thinking"
        into.push({ type: "reasoning-start", part })
        break
      case "redacted_thinking":
        into.push({ type: "reasoning-start", part })
        into.push({
          type: "reasoning-end",
          part,
          provider: this.#dialect.provider,
          replay: { encrypted: textOf(block.data) },
        })
        break
      case "tool_use":
        open.kind = "tool_use"
        open.callId = textOf(block.id)
        open.name = textOf(block.name)
        into.push({ type: "tool-call-start", part, callId: open.callId, name: open.name })
        break
      default:
        return
    }
    this.#parts += 1
  }

  #readDelta({ index, delta }: Frame, into: ModelEvent[]): void {
    const block = this.#blocks.get(index)
    if (!block) throw new TypeError("A frame continues a block that never began.")
    const { part } = block
    switch (delta.type) {
      case "text_delta":
        into.push({ type: "text-delta", part, text: textOf(delta.text) })
        break
      case "thinking_delta":
        into.push({ type: "reasoning-delta", part, text: textOf(delta.thinking) })
        break
      case "signature_delta":
        block.text += textOf(delta.signature)
        break
      case "input_json_delta": {
        const text = textOf(delta.partial_json)
        if (text === "" || block.kind !== "tool_use") break
        block.text += text
        into.push({ type: "tool-call-delta", part, text })
        break
      }
    }
  }

  #stop(index: number, into: ModelEvent[]): void {
    const block = this.#blocks.get(index)
    if (!block) return
    this.#blocks.delete(index)
    const { kind, part, callId, name, text } = block
    if (kind === "text") into.push({ type: "text-end", part })
    if (kind === "tool_use") into.push({ type: "tool-call-end", part, callId, name, arguments: text || "{}" })
    if (kind === "thinking") {
      const { provider } = this.#dialect
      into.push({ type: "reasoning-end", part, provider, ...(text && { replay: { signature: text } }) })
    }
  }
}

const REASONS: Record<string, EndReason> = {
  end_turn: "stop",
  stop_sequence: "stop",
  pause_turn: "stop",
  tool_use: "tool-calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "refusal",
}

// Usage

interface WireUsage {
  input_tokens?: unknown
  cache_read_input_tokens?: unknown
  cache_creation_input_tokens?: unknown
  output_tokens?: unknown
  output_tokens_details?: { thinking_tokens?: unknown } | null
}

/**
 * The first frame counts the input, the last the output; each counts anew, none adds. What the first says of the output
 * is of its own moment, so an end that says nothing of it leaves nothing to go by.
 */
function mergeUsage(before: WireUsage | undefined, after: WireUsage): WireUsage {
  const said = Object.entries(after).filter(([, value]) => value !== null && value !== undefined)
  return { ...before, ...Object.fromEntries(said), output_tokens: after.output_tokens }
}

function pushUsage(wire: WireUsage | undefined, into: ModelEvent[]): void {
  if (!wire) return
  const usage = believeUsage({
    input: wire.input_tokens,
    includesCached: false,
    output: wire.output_tokens,
    cacheRead: wire.cache_read_input_tokens,
    cacheWrite: wire.cache_creation_input_tokens,
    reasoning: wire.output_tokens_details?.thinking_tokens,
  })
  into.push({ type: "usage", usage })
}

// Errors

/** `{ type: "error", error: { type, message } }`, in the middle of a stream as in the body of a refusal. */
function pushFailure(body: string, { label }: Dialect, into: ModelEvent[]): void {
  into.push({ type: "error", failure: classifyFailure({ label, body }) })
}
