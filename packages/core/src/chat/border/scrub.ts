import type { ContentBlock } from "../../contract/chat/content-block.ts"
import { maskedJson } from "../../secrets/mask/mask.ts"

type Masking = (text: string) => string

/**
 * Blocks as they may be stored: what has the shape of a credential is redacted by span, in texts, arguments and
 * results alike. Runs once for each part that is complete, not for each token.
 */
export function scrubBlocks(blocks: readonly ContentBlock[], mask: Masking): ContentBlock[] {
  return blocks.map((block) => scrubBlock(block, mask))
}

function scrubBlock(block: ContentBlock, mask: Masking): ContentBlock {
  switch (block.type) {
    case "text":
      return { ...block, text: mask(block.text) }
    case "reasoning": {
      const text = mask(block.text)
      if (text === block.text) return block
      // A signature vouches for the words as they were: over others a provider refuses it, and with it the conversation.
      const { replay: _, ...rest } = block
      return { ...rest, text }
    }
    case "tool-call":
      return { ...block, name: mask(block.name), arguments: scrubJsonText(block.arguments, mask) }
    case "tool-result":
      return { ...block, name: mask(block.name), text: scrubJsonText(block.text, mask) }
    case "proposal":
      return { ...block, summary: mask(block.summary) }
    case "applied": {
      const { undo } = block
      const scrubbed = { ...block, summary: mask(block.summary) }
      if (!undo) return scrubbed
      return { ...scrubbed, undo: { ...undo, label: mask(undo.label), input: scrubJson(undo.input, mask) } }
    }
    case "question":
      return { ...block, question: mask(block.question), options: block.options.map(mask) }
    case "notice":
      return { ...block, text: mask(block.text), ...(block.detail ? { detail: mask(block.detail) } : {}) }
    case "image":
      return block
  }
}

/** Text that usually is JSON, and stays JSON if it is. */
function scrubJsonText(text: string, mask: Masking): string {
  const masked = mask(text)
  if (masked === text) return text
  const value = parsed(text)
  return value === undefined || parsed(masked) !== undefined ? masked : maskedJson(value, mask)
}

function scrubJson<Value>(value: Value, mask: Masking): Value {
  return JSON.parse(maskedJson(value, mask)) as Value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
