/** CSS in tokens, by css-tree's reading of CSS Syntax 3: it takes anything, keeps every character, and is linear. */
import { tokenize } from "css-tree/tokenizer"

export const Kind = {
  ident: 1,
  function: 2,
  atKeyword: 3,
  hash: 4,
  string: 5,
  badString: 6,
  url: 7,
  badUrl: 8,
  delim: 9,
  whitespace: 13,
  cdo: 14,
  cdc: 15,
  colon: 16,
  semicolon: 17,
  comma: 18,
  openSquare: 19,
  closeSquare: 20,
  openRound: 21,
  closeRound: 22,
  openCurly: 23,
  closeCurly: 24,
  comment: 25,
} as const

export interface Tokens {
  readonly source: string
  readonly count: number
  kind(token: number): number
  start(token: number): number
  end(token: number): number
  text(token: number): string
  /** Of an opening token: the one that closes it; the count of tokens where the text ends first. */
  closing(token: number): number
  /** What is open at the end of the text, innermost last. */
  readonly open: readonly number[]
}

export function readTokens(source: string): Tokens {
  const kinds: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  const closings: number[] = []
  const open: number[] = []
  tokenize(source, (kind: number, start: number, end: number) => {
    const at = kinds.length
    kinds.push(kind)
    starts.push(start)
    ends.push(end)
    closings.push(-1)
    const innermost = open.at(-1)
    // A bracket that closes nothing is a sign like any other.
    if (innermost !== undefined && CLOSES[kinds[innermost]!] === kind) closings[open.pop()!] = at
    else if (kind in CLOSES) open.push(at)
  })
  for (const at of open) closings[at] = kinds.length
  return {
    source,
    count: kinds.length,
    kind: (token) => kinds[token] ?? 0,
    start: (token) => starts[token] ?? source.length,
    end: (token) => ends[token] ?? source.length,
    text: (token) => source.slice(starts[token], ends[token]),
    closing: (token) => closings[token]!,
    open,
  }
}

const CLOSES: Readonly<Record<number, number>> = {
  [Kind.function]: Kind.closeRound,
  [Kind.openRound]: Kind.closeRound,
  [Kind.openSquare]: Kind.closeSquare,
  [Kind.openCurly]: Kind.closeCurly,
}

/** A name or a string as a browser reads it: escapes undone. */
export function unescapeCss(text: string): string {
  if (!text.includes("\\")) return text
  return text.replace(
    /\\(?:([0-9a-f]{1,6})(?:\r\n|[\t\n\f\r ])?|(\r\n|[\n\r\f])|([\s\S])|$)/gi,
    (_, hex, line, other) => {
      if (hex) {
        const code = Number.parseInt(hex, 16)
        return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
          ? "\ufffd"
          : String.fromCodePoint(code)
      }
      return line ? "" : (other ?? "")
    },
  )
}
