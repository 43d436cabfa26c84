import type { BlockOf, ContentBlock } from "../../contract/chat/content-block.ts"
import type { LiveTurn } from "../stream/turn-hub.ts"

/** On the record before the model says a word: in every later turn it parts this answer from the one before it. */
export function tellAgain(live: LiveTurn): ContentBlock[] {
  const notice: BlockOf<"notice"> = { type: "notice", kind: "again", text: "Another answer to the same question." }
  live.keep([notice])
  live.emit([{ type: "data-notice", id: "notice-again", data: notice }])
  return [notice]
}

/** It stands in the conversation as a whole. */
const LONGEST_QUESTION = 4_000

/** The person's words once more, and what they want with them: for this turn only, behind all that was said. */
export function againText(question: string): string {
  const words = question.slice(0, LONGEST_QUESTION).toWellFormed().trim()
  return [words, AGAIN].filter(Boolean).join("\n\n")
}

const AGAIN =
  "[The operator asks for another answer to this question, in place of the one you gave. They can still read that one. What your tools changed or proposed then still stands: do not do it a second time.]"
