import type { Message, ModelRequest, ToolSpec } from "@countersign/llm"
import type { ModelChoice } from "./choose-model.ts"
import { costOf } from "./pricing.ts"

/** What a call may come to at most, by our estimate. */
export interface CallPlan {
  promptTokens: number
  /** To be handed to the provider: without it, a reservation would promise nothing. */
  maxOutputTokens: number
  reservedTokens: number
  reservedUsd: number | null
}

export function planCall(
  choice: Pick<ModelChoice, "price" | "maxOutputTokens" | "contextWindowTokens" | "connection">,
  asked: { characters: number; correction?: number; maxOutputTokens?: number },
): CallPlan {
  const promptTokens = Math.ceil((asked.characters / CHARACTERS_PER_TOKEN) * (asked.correction ?? 1))
  const maxOutputTokens = Math.min(
    asked.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS,
    choice.maxOutputTokens ?? Number.POSITIVE_INFINITY,
    // Servers refuse a limit that their window cannot hold beside the prompt.
    Math.max(LEAST_OUTPUT_TOKENS, Math.floor((choice.contextWindowTokens ?? Number.POSITIVE_INFINITY) / 2)),
    // A small cap should still be good for a few calls.
    Math.max(
      LEAST_OUTPUT_TOKENS,
      Math.floor((choice.connection.spendCap?.tokenBudget ?? Number.POSITIVE_INFINITY) / 8),
    ),
  )
  const { price } = choice
  // A prompt that is being cached costs more than one that is not.
  const dearest = price && { ...price, input: Math.max(price.input, price.cacheWrite ?? 0) }
  const most = { inputTokens: promptTokens, outputTokens: maxOutputTokens, cacheReadTokens: 0, cacheWriteTokens: 0 }
  return {
    promptTokens,
    maxOutputTokens,
    reservedTokens: promptTokens + maxOutputTokens,
    reservedUsd: costOf({ ...most, reasoningTokens: 0 }, dearest),
  }
}

/** Of all that goes to the model: messages and tools. An image counts as what providers charge for a large one. */
export function promptCharacters({ messages, tools }: Pick<ModelRequest, "messages" | "tools">): number {
  let sum = tools ? toolCharacters(tools) : 0
  for (const message of messages) sum += charactersOf(message)
  return sum
}

const CHARACTERS_PER_TOKEN = 4
const DEFAULT_OUTPUT_TOKENS = 8_192
const LEAST_OUTPUT_TOKENS = 256
/** About 1,600 tokens. */
const IMAGE_CHARACTERS = 6_400

function charactersOf(message: Message): number {
  if (message.role === "system") return message.text.length
  let sum = 0
  for (const part of message.parts) {
    if (part.type === "image") sum += IMAGE_CHARACTERS
    else if (part.type === "tool-call") sum += part.name.length + part.arguments.length
    else sum += part.text.length
    if (part.type === "tool-result") sum += (part.images?.length ?? 0) * IMAGE_CHARACTERS
  }
  return sum
}

/** The same list in every call of a turn; writing its schemas out each time would cost more than the rest. */
const lengths = new WeakMap<readonly ToolSpec[], number>()

function toolCharacters(tools: readonly ToolSpec[]): number {
  const known = lengths.get(tools)
  if (known !== undefined) return known
  let length = 0
  for (const { name, description, inputSchema } of tools)
    length += name.length + description.length + JSON.stringify(inputSchema).length
  lengths.set(tools, length)
  return length
}
