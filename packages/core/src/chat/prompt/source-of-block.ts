import type { ContentBlock } from "../../contract/chat/content-block.ts"
import type { TaintSource } from "../../contract/proposal.ts"

/** Others' words in a stored part of a conversation. What was stored before there were classes counts as from outside. */
export function sourceOfBlock(block: ContentBlock): TaintSource | null {
  if (block.type !== "tool-result") return null
  const { name: toolName, source, outside } = block
  return source ? { toolName, ...source } : outside ? { toolName, ...outside, class: "outside" } : null
}
