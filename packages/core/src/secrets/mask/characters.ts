/** What a character may be part of. A table and a bit each: the scan asks this of every character it meets. */
export const UPPER = 1
export const LOWER = 2
export const DIGIT = 4
/** `_` and `-`, which most tokens use. */
export const JOINT = 8
/** `+`, `/`, `=` and `~`, which some use besides. */
export const BASE64 = 16
export const DOT = 32
/** Ends a value that stands without quotes: white space, quotes, brackets, `&`, `,`, `;`, `|`. */
export const END = 64
export const BLANK = 128

export const LETTER = UPPER | LOWER
export const WORD = LETTER | DIGIT | JOINT

const TABLE = new Uint8Array(128)
const mark = (characters: string, bit: number) => {
  for (const character of characters) TABLE[character.charCodeAt(0)]! |= bit
}
mark("ABCDEFGHIJKLMNOPQRSTUVWXYZ", UPPER)
mark("abcdefghijklmnopqrstuvwxyz", LOWER)
mark("0123456789", DIGIT)
mark("_-", JOINT)
mark("+/=~", BASE64)
mark(".", DOT)
mark(" \t\r\n\f\v\"'`&,;|<>()[]{}", END)
mark(" \t", BLANK)

/** Letters of other scripts are part of no token, and end none either. */
export function kindOf(code: number): number {
  return code < 128 ? TABLE[code]! : 0
}

export const isQuote = (code: number) => code === 0x22 || code === 0x27 || code === 0x60
export const isLineBreak = (code: number) => code === 0x0a || code === 0x0d
export const BACKSLASH = 0x5c
export const STAR = 0x2a
export const COMMA = 0x2c

/** How many backslashes stand before a place; at most so many are counted as anybody nests JSON in JSON. */
export function backslashesBefore(text: string, at: number): number {
  let first = at
  while (first > 0 && at - first < MOST_BACKSLASHES && text.charCodeAt(first - 1) === BACKSLASH) first--
  return at - first
}

/** How many stand from a place on, counted as far as an escape of that depth may go. */
export function leadingBackslashes(text: string, from: number): number {
  let end = from
  while (end < text.length && end - from < 2 * MOST_BACKSLASHES && text.charCodeAt(end) === BACKSLASH) end++
  return end - from
}

export const MOST_BACKSLASHES = 32
