/** Longer than any page of the guide and any answer of a model; beyond it a text is data that somebody pasted. */
export const LONGEST_MARKDOWN = 64 * 1024
/** Headings and paragraphs of one line: beyond it the parser's time grows with the square of them. */
const MOST_LINES = 2_000
/** Quotes and lists inside of one another. */
const DEEPEST = 12
/** Signs that may begin or end something, within one paragraph: the parser compares them with each other. */
const MOST_SIGNS = 1_000
/** Of the parser's and the page's work, in microseconds as measured on a quick machine: what a reader does not notice. */
const MOST_WORK = 90_000

// 64 KiB of our own guide are 98 ms by these, and took 67.
const WORK = {
  character: 0.2,
  line: 15,
  /** Each line is shown to every list and quote around it, also to those that began on a line above. */
  lineInside: 10,
  listItem: 60,
  quote: 10,
  sign: 12,
  /** A row has a cell for each column of its table, written or not. */
  cell: 4,
  /** Of a word such as a-b.c: the search for addresses begins anew at each of its parts. */
  wordPart: 0.01,
}

/** Letters without a space: the parser looks for addresses from each of them on. Longer than any address people write. */
const LONGEST_WORD = 2_000

/** Whether a text would keep the parser busy for longer than a reader waits. It is shown as it is written then. */
export function isTooMuchMarkdown(source: string): boolean {
  if (source.length > LONGEST_MARKDOWN) return true
  let work = source.length * WORK.character
  let lines = 0
  let signs = 0
  let inside = 0
  let columns = 0
  let afterBlank = true
  for (let start = 0; start <= source.length; ) {
    const found = source.indexOf("\n", start)
    const end = found === -1 ? source.length : found
    const marks = marksOf(source, start, end)
    const line = readLine(source, start, end)
    if (++lines > MOST_LINES || marks.lists + marks.quotes > DEEPEST) return true
    if (line.blank) {
      signs = 0
      columns = 0
    } else if (afterBlank && !isBlank(source, start)) inside = 0
    inside = Math.min(DEEPEST, Math.max(inside, marks.lists + marks.quotes, Math.ceil(marks.indent / 2)))
    columns = Math.max(columns, line.pipes)
    signs += line.signs
    if (line.longestWord > LONGEST_WORD) return true
    work += WORK.line + WORK.lineInside * inside + WORK.listItem * marks.lists + WORK.quote * marks.quotes
    work += WORK.sign * line.signs + WORK.cell * columns + WORK.wordPart * line.wordParts
    if (signs > MOST_SIGNS || work > MOST_WORK) return true
    afterBlank = line.blank
    start = end + 1
  }
  return false
}

interface Line {
  blank: boolean
  signs: number
  pipes: number
  /** Of letters and signs without a space. */
  longestWord: number
  /** For each word its length times the number of its parts. */
  wordParts: number
}

function readLine(source: string, start: number, end: number): Line {
  const line = { blank: true, signs: 0, pipes: 0, wordParts: 0, longestWord: 0 }
  let wordStart = start
  let spaceBefore = start
  let parts = 1
  for (let at = start; at <= end; at++) {
    const code = at < end ? source.charCodeAt(at) : 0x20
    const kind = code < 128 ? KINDS[code] : WORD
    if (code > 0x20) line.blank = false
    else {
      line.longestWord = Math.max(line.longestWord, at - spaceBefore)
      spaceBefore = at + 1
    }
    if (code === 0x7c) line.pipes++
    if (kind === SIGN || kind === SIGN_IN_WORD) line.signs++
    if (kind === SIGN_IN_WORD) parts++
    else if (kind !== WORD) {
      line.wordParts += (at - wordStart) * parts
      wordStart = at + 1
      parts = 1
    }
  }
  return line
}

const SIGN = 1
const WORD = 2
const SIGN_IN_WORD = 3
const KINDS = new Uint8Array(128)
for (let code = 0x30; code < 0x7b; code++) if (/\w/.test(String.fromCharCode(code))) KINDS[code] = WORD
for (const sign of "*[]`<|~\\&@!:") KINDS[sign.charCodeAt(0)] = SIGN
for (const sign of "_.-+") KINDS[sign.charCodeAt(0)] = SIGN_IN_WORD

/** Marks of quotes and list items at the beginning of a line: `> - 1. `. */
function marksOf(source: string, start: number, end: number): { lists: number; quotes: number; indent: number } {
  const marks = { lists: 0, quotes: 0, indent: 0 }
  let at = start
  while (at < end && marks.lists + marks.quotes <= DEEPEST) {
    const code = source.charCodeAt(at)
    if (code === 0x20 || code === 0x09) {
      marks.indent += code === 0x09 ? 4 : 1
      at++
    } else if (code === 0x3e) {
      marks.quotes++
      at++
    } else if ((code === 0x2d || code === 0x2a || code === 0x2b) && endsMark(source, at + 1, end)) {
      marks.lists++
      at++
    } else if (code >= 0x30 && code <= 0x39) {
      let digits = at
      while (digits < end && digits - at < 10 && source.charCodeAt(digits) >= 0x30 && source.charCodeAt(digits) <= 0x39)
        digits++
      const mark = source.charCodeAt(digits)
      if ((mark !== 0x2e && mark !== 0x29) || !endsMark(source, digits + 1, end)) return marks
      marks.lists++
      at = digits + 1
    } else return marks
  }
  return marks
}

function endsMark(source: string, at: number, end: number): boolean {
  return at >= end || isBlank(source, at) || source.charCodeAt(at) === 0x0d
}

function isBlank(source: string, at: number): boolean {
  return source.charCodeAt(at) === 0x20 || source.charCodeAt(at) === 0x09
}
