import { BACKSLASH, BLANK, isLineBreak, isQuote, kindOf, leadingBackslashes } from "../characters.ts"
import { endsBeforeEscape } from "../looks.ts"
import { FOUND, HOLD, NONE, type Reading } from "../reading.ts"

/** Nothing but a comment follows on the line. */
export function isAlone(reading: Reading, end: number): number {
  const { text, final } = reading
  let next = end
  if (text.charCodeAt(next) === 0x2c || text.charCodeAt(next) === 0x3b) next++
  const blanks = next
  while (next < text.length && next - blanks < 8 && kindOf(text.charCodeAt(next)) & BLANK) next++
  if (next >= text.length) return final ? FOUND : HOLD
  const code = text.charCodeAt(next)
  if (isLineBreak(code) || code === 0x23 || isQuote(code)) return FOUND
  if (code !== BACKSLASH) return NONE
  if (leadingBackslashes(text, next) === text.length - next && !final) return HOLD
  return endsBeforeEscape(text, next) ? FOUND : NONE
}

/** Behind an indent, a dash of a list, `export`, `const` and the like. */
export function beginsLine(text: string, nameStart: number): boolean {
  const from = Math.max(0, nameStart - 40)
  const before = text.slice(from, nameStart)
  const line = before.slice(
    Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r"), before.lastIndexOf("\\n") + 1) + 1,
  )
  return /^[\s"'{,]{0,40}(?:- )?(?:(?:export|const|let|var|set|env|ENV|setx|declare|local|readonly|static|final) ){0,2}["'$]?$/.test(
    line,
  )
}

/** Behind the quote that opens a text, as in JSON. */
export function beginsText(text: string, place: number): boolean {
  let start = place
  while (start > 0 && place - start < 16 && kindOf(text.charCodeAt(start - 1)) & BLANK) start--
  return isQuote(text.charCodeAt(start - 1))
}
