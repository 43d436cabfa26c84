import { BACKSLASH, DIGIT, isQuote, kindOf, LETTER, leadingBackslashes, MOST_BACKSLASHES, STAR } from "../characters.ts"
import { skipBreaks } from "../context.ts"
import { lookAt } from "../looks.ts"
import { type Ending, found, HOLD, NONE, type Reading } from "../reading.ts"

/** A quote that opens a value. */
export interface Opening {
  /** Of the first letter within. */
  at: number
  quote: number
  backslashes: number
}

/** Where the text of a quoted value begins, with how it was opened. */
export function openingQuote(reading: Reading, from: number): Opening | null | typeof HOLD {
  const { text, final } = reading
  let start = from
  // A header's value is a list in some programs: the first counts, the others look alike.
  if (text.charCodeAt(start) === 0x5b) start++
  // b"…", r'…', f"…".
  const code = text.charCodeAt(start) | 32
  if (code === 0x62 || code === 0x72 || code === 0x75 || code === 0x66 || code === 0x24 || code === 0x40) {
    if (start + 1 >= text.length && !final) return HOLD
    const next = start + 1 + leadingBackslashes(text, start + 1)
    if (next >= text.length && next > start + 1 && !final) return HOLD
    if (isQuote(text.charCodeAt(next))) start++
  }
  const slashesFrom = start
  while (start < text.length && start - slashesFrom < MOST_BACKSLASHES && text.charCodeAt(start) === BACKSLASH) start++
  if (start >= text.length) return final ? null : HOLD
  const quote = text.charCodeAt(start)
  if (!isQuote(quote)) return null
  return { at: start + 1, backslashes: start - slashesFrom, quote }
}

/** `**hunter2**`. */
export function openingStars(reading: Reading, from: number): Opening | null | typeof HOLD {
  const { text, final } = reading
  if (text.charCodeAt(from) !== STAR) return null
  if (from + 2 >= text.length) return final ? null : HOLD
  if (text.charCodeAt(from + 1) !== STAR || !(kindOf(text.charCodeAt(from + 2)) & (LETTER | DIGIT))) return null
  return { at: from + 2, quote: STAR, backslashes: 0 }
}

/** From the first letter within the quotes. `wary`: what says that there is no value is believed. */
export function quoted(reading: Reading, opening: Opening, wary: boolean): number {
  const { text, final } = reading
  const { quote, backslashes } = opening
  let start = opening.at
  if (start >= text.length) return final ? NONE : HOLD
  // `"""…"""` of Python and TOML, `""` of nothing.
  const second = isQuoteAgain(reading, start, opening)
  if (second === null) return HOLD
  if (second) {
    const third = isQuoteAgain(reading, start + backslashes + 1, opening)
    if (third === null) return HOLD
    if (!third) return NONE
    start = skipBreaks(text, start + 2 * (backslashes + 1))
    if (start >= text.length) return final ? NONE : HOLD
    return found(reading, start, { type: "quote", quote, backslashes, lines: true, doubled: false })
  }
  const run = leadingBackslashes(text, start)
  if (start + run >= text.length && !final) return HOLD
  if (text.charCodeAt(start + run) === quote && closes(run, backslashes)) return NONE
  const how = untilQuote(opening, quote === 0x60 || backslashes > 0)
  const look = lookAt(text, start, final)
  if (!look) return HOLD
  // `${…}`, `<your key>` and the like stand for a value; words that say there is none are only believed outside of JSON.
  if (look.none && (wary || isReference(text, start))) return NONE
  return found(reading, start, how)
}

/** Null when too little of the text has come to say. */
export function isQuoteAgain(reading: Reading, place: number, { quote, backslashes }: Opening): boolean | null {
  const { text, final } = reading
  if (place >= text.length) return final ? false : null
  const run = leadingBackslashes(text, place)
  if (place + run >= text.length && !final) return null
  return run === backslashes && text.charCodeAt(place + run) === quote
}

/** At each depth of JSON in JSON a quote of the text is written with its own number of backslashes. */
export function closes(run: number, backslashes: number): boolean {
  return run % (2 * (backslashes + 1)) === backslashes
}

/** Twice the quote is one that belongs to the value: in SQL, YAML and CSV. */
export function untilQuote({ quote, backslashes }: Opening, lines: boolean): Ending {
  return { type: "quote", quote, backslashes, lines, doubled: quote === 0x27 || quote === 0x22 }
}

export function isReference(text: string, start: number): boolean {
  const code = text.charCodeAt(start)
  return (
    (code === 0x24 && text.charCodeAt(start + 1) === 0x7b) || (code === 0x7b && text.charCodeAt(start + 1) === 0x7b)
  )
}
