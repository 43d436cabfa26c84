import { momentIn } from "../../document/text/moment.ts"
import { partsOf, type Token } from "../../document/tokens/read-tokens.ts"
import { lookUp, type Work } from "../work.ts"
import { type Names, wordsOf } from "./values.ts"

/** Text with its tokens filled in. What a value says is never read for tokens again. */
export function fillWords(
  work: Work,
  names: Names,
  text: string,
  written: (value: string, token: Token, first: boolean) => string = (value) => value,
): string {
  if (!text.includes("{")) {
    work.spend(text.length)
    return text
  }
  const parts = partsOf(text)
  if (parts.length === 1 && typeof parts[0] === "string") {
    work.spend(text.length)
    return text
  }
  const filled: string[] = []
  let first = true
  for (const part of parts) {
    const piece = typeof part === "string" ? part : written(wordsOf(lookUp(work, names, part).value), part, first)
    work.spend(piece.length)
    if (piece.trim() !== "") first = false
    filled.push(piece)
  }
  return filled.join("")
}

/** As a person reads it: a moment in the site's language and time zone. */
export function fillText(work: Work, names: Names, text: string): string {
  const { language, timeZone } = work.input.site
  return fillWords(work, names, text, (value, token) =>
    lookUp(work, names, token).type === "instant"
      ? momentIn(wordsOf(language) || "en", wordsOf(timeZone) || "UTC", value)
      : value,
  )
}
