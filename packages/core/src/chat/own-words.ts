import type { ContentBlock } from "../contract/chat/content-block.ts"
import { namedDestinations } from "./named-destinations.ts"
import { sourceOfBlock } from "./source-of-block.ts"

/**
 * What the person wrote themselves, for judging where the model may go. An address in an answer that the model offered
 * them, after it had read words from outside, was not named by choosing it: whoever wrote those words may have.
 */
export function ownWords(
  rows: readonly { role: string; blocks: readonly ContentBlock[] }[],
  { outsideBefore = false } = {},
): string[] {
  let outside = outsideBefore
  const offered = new Set<string>()
  const words: string[] = []
  for (const { role, blocks } of rows)
    for (const block of blocks) {
      if (role === "user" && block.type === "text") words.push(without(block.text, offered))
      if (role === "user") continue
      const source = sourceOfBlock(block)
      outside ||= source !== null && source.class !== "colleague"
      if (block.type === "question" && outside)
        for (const option of block.options) if (namedDestinations([option]).length > 0) offered.add(option)
    }
  return words
}

/** The longest first: one may stand within another. */
function without(text: string, offered: ReadonlySet<string>): string {
  return [...offered].sort((a, b) => b.length - a.length).reduce((rest, option) => rest.replaceAll(option, " "), text)
}
