import { ContentBlock } from "../../contract/chat/content-block.ts"

/**
 * Blocks as they were stored, each judged on its own. What does not fit today's schema falls back to its text; a tool's
 * result never does, because the mark that others wrote it may be what got lost.
 */
export function readBlocks(stored: unknown): readonly ContentBlock[] {
  if (typeof stored === "string") return asText(stored)
  if (!Array.isArray(stored)) return isRecord(stored) ? readBlock(stored) : []
  const blocks = known.get(stored) ?? stored.flatMap(readBlock)
  known.set(stored, blocks)
  return blocks
}

/** A turn looks at its rows three times before the first token. */
const known = new WeakMap<object, readonly ContentBlock[]>()

function readBlock(stored: unknown): ContentBlock[] {
  if (typeof stored === "string") return asText(stored)
  const parsed = ContentBlock.safeParse(stored)
  if (parsed.success) return [parsed.data]
  if (!isRecord(stored) || stored.type === "tool-result" || stored.type === "reasoning") return []
  if (typeof stored.text === "string") return asText(stored.text)
  return typeof stored.content === "string" ? asText(stored.content) : []
}

function asText(text: string): ContentBlock[] {
  return text.trim() ? [{ type: "text", text }] : []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value)
}
