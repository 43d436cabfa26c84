import type { Message, ToolSpec } from "@countersign/llm"
import { readBlocks } from "./read-blocks.ts"

/** What a call will cost of the window, before the provider has counted. `correction` comes from its last count. */
export function estimateTokens(messages: readonly Message[], tools: readonly ToolSpec[] = [], correction = 1): number {
  const said = messages.reduce((sum, message) => sum + remembered(message, ofMessage), 0)
  const offered = remembered(tools, ofTools)
  return Math.ceil((said + offered) * correction)
}

/** The same for a stored row, as far as a model gets to see it. */
export function estimateBlocks(stored: unknown, correction = 1): number {
  const tokens = readBlocks(stored).reduce((sum, block) => {
    if (block.type === "image") return sum + IMAGE_TOKENS
    if (block.type === "text" || block.type === "reasoning") return sum + ofText(block.text)
    if (block.type === "tool-call") return sum + ofText(block.arguments) + CALL_TOKENS
    return block.type === "tool-result" ? sum + ofText(block.text) + CALL_TOKENS : sum
  }, MESSAGE_TOKENS)
  return Math.ceil(tokens * correction)
}

/** Bounded: one odd count must not make a window look empty, nor a short question look full. */
export function correctionOf(estimated: number, reported: number): number {
  if (!(estimated > 0) || !(reported > 0)) return 1
  return Math.min(3, Math.max(0.5, reported / estimated))
}

export function estimateText(text: string): number {
  return Math.ceil(ofText(text))
}

const CHARS_PER_TOKEN = 4
/** A picture of 1568 pixels a side, the most that Anthropic does not scale down; OpenAI's cost less. */
const IMAGE_TOKENS = 1_600
const MESSAGE_TOKENS = 4
/** Ids, names and what the protocol puts around them. */
const CALL_TOKENS = 20

/** Messages and tools are the same objects from step to step; counting the prompt each time took 3 % of a tool round. */
const counted = new WeakMap<Message | readonly ToolSpec[], number>()

function remembered<One extends Message | readonly ToolSpec[]>(one: One, count: (one: One) => number): number {
  let tokens = counted.get(one)
  if (tokens === undefined) {
    tokens = count(one)
    counted.set(one, tokens)
  }
  return tokens
}

function ofMessage(message: Message): number {
  if (message.role === "system") return ofText(message.text) + MESSAGE_TOKENS
  return message.parts.reduce((sum, part) => {
    if (part.type === "image") return sum + IMAGE_TOKENS
    if (part.type === "text" || part.type === "reasoning") return sum + ofText(part.text)
    if (part.type === "tool-call") return sum + ofText(part.arguments) + CALL_TOKENS
    return sum + ofText(part.text) + (part.images?.length ?? 0) * IMAGE_TOKENS + CALL_TOKENS
  }, MESSAGE_TOKENS)
}

/** Four characters a token for alphabets, one for the scripts of East Asia, whose signs are words. */
function ofText(text: string): number {
  let wide = 0
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x2e80) wide += 1
  return wide + (text.length - wide) / CHARS_PER_TOKEN
}

function ofTools(tools: readonly ToolSpec[]): number {
  return tools.reduce((sum, { name, description, inputSchema }) => {
    return sum + ofText(JSON.stringify(inputSchema)) + ofText(name) + ofText(description) + MESSAGE_TOKENS
  }, 0)
}
