import type { ContentBlock } from "../../contract/chat/content-block.ts"
import { worstClass } from "../../contract/proposal.ts"
import { namedDestinations } from "../border/named-destinations.ts"
import { sourceOfBlock } from "./source-of-block.ts"
import type { TurnConversation } from "./turn-context-store.ts"

type Row = { role: string; blocks: readonly ContentBlock[] }

/** Of the rows that are no longer read. */
export interface SaidBefore {
  /** Words from outside were among them. */
  outside: boolean
  /** Answers with addresses that the model offered after those. */
  offered: readonly string[]
}

export function saidBefore({
  summaryTaint,
  summaryOffered,
}: Pick<TurnConversation, "summaryTaint" | "summaryOffered">): SaidBefore {
  return { outside: worstClass(summaryTaint) === "outside", offered: summaryOffered }
}

/**
 * What the person wrote themselves, for judging where the model may go. An address in an answer that the model offered
 * them, after it had read words from outside, was not named by choosing it: whoever wrote those words may have.
 */
export function ownWords(rows: readonly Row[], before?: SaidBefore): string[] {
  const words: string[] = []
  follow(rows, before, (text, offered) => words.push(without(text, offered)))
  return words
}

/** All that was offered by the end of these rows: it stays so when they are folded into a summary. */
export function offeredBy(rows: readonly Row[], before?: SaidBefore): string[] {
  return [...follow(rows, before, () => {})]
}

function follow(
  rows: readonly Row[],
  before: SaidBefore = { outside: false, offered: [] },
  onWords: (text: string, offered: ReadonlySet<string>) => void,
): ReadonlySet<string> {
  let { outside } = before
  const offered = new Set(before.offered)
  for (const { role, blocks } of rows)
    for (const block of blocks) {
      if (role === "user" && block.type === "text") onWords(block.text, offered)
      if (role === "user") continue
      const source = sourceOfBlock(block)
      outside ||= source !== null && source.class !== "colleague"
      if (block.type === "question" && outside)
        for (const option of block.options) if (namedDestinations([option]).length > 0) offered.add(option)
    }
  return offered
}

/** The longest first: one may stand within another. */
function without(text: string, offered: ReadonlySet<string>): string {
  return [...offered].sort((a, b) => b.length - a.length).reduce((rest, option) => rest.replaceAll(option, " "), text)
}
