import { BACKSLASH, BLANK, backslashesBefore, DIGIT, isQuote, JOINT, kindOf, LETTER, STAR } from "../characters.ts"
import { pairedName } from "../context.ts"
import { isNameCharacter, LONGEST_NAME, nameKind } from "../names.ts"
import type { Reading } from "../reading.ts"

/** The name in front of a sign, and how it is written. */
export interface Name {
  kind: NonNullable<ReturnType<typeof nameKind>>
  quoted: boolean
  quote: number
  start: number
  end: number
  /** It is `value`, and the name stands beside it. */
  isPair: boolean
  /** Words in front of a colon, as in Markdown: what follows may as well be prose. */
  isLabel: boolean
}

/** The name itself, a blank or a quote behind it, `config["token"]`, `:=`. */
export function mayEndName(code: number, sign: number): boolean {
  if (kindOf(code) & (LETTER | DIGIT | JOINT | BLANK) || isQuote(code) || code === 0x5d) return true
  if (sign === 0x3a) return code === STAR
  return code === 0x3a || code === 0x3f || code === 0x2b
}

export function nameBefore(reading: Reading, sign: number): Name | null {
  const { text, at } = reading
  let end = at
  const before = text.charCodeAt(end - 1)
  // `:=`, `?=`, `+=`, and the brackets of `env["TOKEN"] =`.
  if (sign === 0x3d && (before === 0x3a || before === 0x3f || before === 0x2b)) end--
  const blanksFrom = end
  while (end > 0 && blanksFrom - end < 16 && kindOf(text.charCodeAt(end - 1)) & BLANK) end--
  if (text.charCodeAt(end - 1) === 0x5d) end--
  const starsFrom = end
  while (end > 0 && starsFrom - end < 3 && text.charCodeAt(end - 1) === STAR) end--
  const hasStars = end < starsFrom
  let quote = 0
  if (end > 0 && isQuote(text.charCodeAt(end - 1))) {
    quote = text.charCodeAt(end - 1)
    end--
    end -= backslashesBefore(text, end)
  }
  let start = end
  while (start > 0 && end - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--
  if (start === end) return null
  if (
    text.charCodeAt(start - 1) === BACKSLASH &&
    backslashesBefore(text, start) % 2 === 1 &&
    /[nrtbf]/.test(text[start]!)
  )
    start++
  if (start === end) return null
  const name = { quoted: quote !== 0, quote, start, end, isPair: false, isLabel: hasStars }
  const kind = nameKind(text, start, end)
  if (kind) return { ...name, kind }
  if (endsWithWord(text, end, "value")) {
    const pair = pairedName(text, start)
    const paired = pair && nameKind(text, pair.start, pair.end)
    return paired && { ...name, kind: paired, isPair: true }
  }
  // `API key: …` in words.
  if (sign !== 0x3a || quote !== 0 || end - start !== 3 || !endsWithWord(text, end, "key")) return null
  const blank = start - 1
  if (!(kindOf(text.charCodeAt(blank)) & BLANK)) return null
  let first = blank
  while (first > 0 && blank - first < 16 && isNameCharacter(text.charCodeAt(first - 1))) first--
  return nameKind(text, first, end) === "secret" ? { ...name, start: first, kind: "secret", isLabel: true } : null
}

function endsWithWord(text: string, end: number, word: string): boolean {
  if (end < word.length) return false
  for (let index = 0; index < word.length; index++)
    if ((text.charCodeAt(end - word.length + index) | 32) !== word.charCodeAt(index)) return false
  return true
}
