import { BACKSLASH, DOT, END, isLineBreak, kindOf, leadingBackslashes, MOST_BACKSLASHES } from "./characters.ts"
import { ampersandGoesOn, endsBeforeEscape } from "./looks.ts"
import type { Ending, Reading } from "./reading.ts"
import { endOfPrivateKey } from "./rules/private-keys.ts"
import { closes, isQuoteAgain } from "./rules/quotes.ts"

/** Where a value ends that was recognised, looked for from this place on. Not found: the text ends before it does. */
export function endOf(reading: Reading, how: Ending, from: number): { at: number; found: boolean } {
  const { text, final } = reading
  const { length } = text
  let end = from
  switch (how.type) {
    case "characters":
      for (; end < length; end++) {
        const kind = kindOf(text.charCodeAt(end))
        if (!(kind & how.of)) break
        // A full stop at the end of a sentence is not the token's.
        if (kind & DOT && !(how.of & END)) {
          if (end + 1 >= length) return { at: end, found: final }
          if (!(kindOf(text.charCodeAt(end + 1)) & how.of) || text.charCodeAt(end + 1) === 0x2e) break
        }
      }
      return { at: end, found: end < length }
    case "value":
    case "parameter":
      for (; end < length; end++) {
        const code = text.charCodeAt(end)
        if (code === AMPERSAND && how.type === "value") {
          const goesOn = ampersandGoesOn(text, end, final)
          if (goesOn === null) return { at: end, found: false }
          if (goesOn) continue
        }
        if (kindOf(code) & END) break
        if (code === BACKSLASH) {
          if (end + 1 >= length) return { at: end, found: false }
          if (
            text.charCodeAt(end + 1) === BACKSLASH &&
            end + MOST_BACKSLASHES > length &&
            !final &&
            leadingBackslashes(text, end) === length - end
          )
            return { at: end, found: false }
          if (endsBeforeEscape(text, end)) break
          end++
        }
      }
      return { at: Math.min(end, length), found: end < length }
    case "quote":
      return endOfQuote(reading, how, end)
    case "line":
      for (; end < length; end++) {
        const code = text.charCodeAt(end)
        if (isLineBreak(code) || code === how.quote || code === 0x22) break
        if (code === BACKSLASH) {
          if (end + 1 >= length || (leadingBackslashes(text, end) === length - end && !final))
            return { at: end, found: false }
          if (endsBeforeEscape(text, end)) break
          end++
        }
      }
      return { at: Math.min(end, length), found: end < length }
    case "at":
      end = text.indexOf("@", end)
      return end === -1 ? { at: length, found: false } : { at: end, found: true }
    case "pem":
      return endOfPrivateKey(reading, end)
  }
}

function endOfQuote(
  reading: Reading,
  { quote, backslashes, lines, doubled }: Extract<Ending, { type: "quote" }>,
  from: number,
): { at: number; found: boolean } {
  const { text, final } = reading
  const { length } = text
  let end = from
  while (end < length) {
    const code = text.charCodeAt(end)
    if (code === BACKSLASH) {
      const run = leadingBackslashes(text, end)
      if (end + run >= length && !final) return { at: end, found: false }
      const next = text.charCodeAt(end + run)
      if (next === quote && closes(run, backslashes)) {
        const twice = doubled && isQuoteAgain(reading, end + run + 1, { at: 0, quote, backslashes })
        if (twice === null) return { at: end, found: false }
        if (!twice) return { at: end + run - backslashes, found: true }
        end += run + 2 + backslashes
        continue
      }
      // An enclosing text ends before ours does: what was opened was never closed.
      if (next === quote && run < backslashes) return { at: end, found: true }
      if (next === 0x22 && quote !== 0x22) {
        if (end + run + 1 >= length && !final) return { at: end, found: false }
        if (end + run + 1 >= length || /[\\,}\]:]/.test(text[end + run + 1]!)) return { at: end, found: true }
      }
      end += run + (run % 2 === 1 && next === quote ? 1 : 0)
      continue
    }
    if (code === quote) {
      const belongs = doubled && backslashes === 0 ? belongingQuotes(reading, end, quote) : 0
      if (belongs === null) return { at: end, found: false }
      if (belongs === 0) return { at: end, found: true }
      end += belongs
      continue
    }
    if (!lines && isLineBreak(code)) return { at: end, found: true }
    if (code === 0x22) {
      if (end + 1 >= length && !final) return { at: end, found: false }
      // The text around ours ends here, and it is JSON.
      if (end + 1 >= length || /[,}\]:]/.test(text[end + 1]!)) return { at: end, found: true }
    }
    end++
  }
  return { at: length, found: false }
}

/** How many letters a quote within the value takes: `''` in SQL and YAML, `'\\''` in a shell. Null: too early to say. */
function belongingQuotes(reading: Reading, end: number, quote: number): number | null {
  const { text, final } = reading
  if (end + 1 >= text.length) return final ? 0 : null
  if (text.charCodeAt(end + 1) === quote) return 2
  if (quote !== 0x27 || text.charCodeAt(end + 1) !== BACKSLASH) return 0
  const next = end + 1 + leadingBackslashes(text, end + 1)
  if (next + 1 >= text.length) return final ? 0 : null
  return text.charCodeAt(next) === quote && text.charCodeAt(next + 1) === quote ? next + 2 - end : 0
}

const AMPERSAND = 0x26
