import type { ReadClass } from "@countersign/core/contract"
import type { ChatItem } from "@countersign/ui"

/** The worst of what the assistant has read in a conversation, and where it stands. */
export interface ReadWords {
  class: ReadClass
  what?: string
}

export const NOTHING_READ: ReadWords = { class: "own" }

/** From what is shown of a conversation. What is out of sight is judged by the gate all the same, and told on the card. */
export function readWords(messages: readonly Pick<ChatItem, "blocks">[]): ReadWords {
  const sources = messages.flatMap(({ blocks }) =>
    blocks.flatMap((block) => {
      if (block.type !== "tool-result") return []
      return block.source ? [block.source] : block.outside ? [{ class: "outside" as const }] : []
    }),
  )
  if (sources.length === 0) return NOTHING_READ
  const outside = sources.filter((source) => source.class !== "colleague")
  const worst = outside.length > 0 ? outside : sources
  const what = worst.flatMap((source) => ("what" in source && source.what ? [source.what] : [])).at(-1)
  return { class: outside.length > 0 ? "outside" : "colleague", ...(what ? { what } : {}) }
}
