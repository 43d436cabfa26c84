/** Longer than any page of the guide and any answer of a model; beyond it a text is data that somebody pasted. */
const LONGEST = 64 * 1024
const MOST_LINES = 2_000
/** Quotes and lists inside of one another. The parser takes a time that grows with the power of it. */
const DEEPEST = 12
/** Signs that may begin or end something, within one paragraph: the parser compares them with each other. */
const MOST_SIGNS = 1_000

/** Letters without a space: the parser looks for addresses from each of them on. Longer than any address people write. */
const LONGEST_WORD = 2_000

/** Whether a text would keep the parser busy for longer than a reader waits. It is shown as it is written then. */
export function isTooMuchMarkdown(source: string): boolean {
  if (source.length > LONGEST) return true
  let lines = 0
  let signs = 0
  let word = 0
  for (let start = 0; start <= source.length; ) {
    const found = source.indexOf("\n", start)
    const end = found === -1 ? source.length : found
    if (++lines > MOST_LINES || depthOf(source, start, end) > DEEPEST) return true
    let blank = true
    for (let at = start; at < end; at++) {
      const code = source.charCodeAt(at)
      if (code > 0x20) {
        blank = false
        if (++word > LONGEST_WORD) return true
      } else word = 0
      if (code < 128 && SIGNS[code] === 1) signs++
    }
    if (blank) signs = 0
    word = 0
    if (signs > MOST_SIGNS) return true
    start = end + 1
  }
  return false
}

const SIGNS = new Uint8Array(128)
for (const sign of "*_[]`<|~\\&@!") SIGNS[sign.charCodeAt(0)] = 1

/** Marks of quotes and list items at the beginning of a line: `> - 1. `. */
function depthOf(source: string, start: number, end: number): number {
  let depth = 0
  let at = start
  while (at < end && depth <= DEEPEST) {
    const code = source.charCodeAt(at)
    if (code === 0x20 || code === 0x09) at++
    else if (code === 0x3e) {
      depth++
      at++
    } else if ((code === 0x2d || code === 0x2a || code === 0x2b) && isBlank(source, at + 1)) {
      depth++
      at++
    } else if (code >= 0x30 && code <= 0x39) {
      let digits = at
      while (digits < end && digits - at < 10 && source.charCodeAt(digits) >= 0x30 && source.charCodeAt(digits) <= 0x39)
        digits++
      const mark = source.charCodeAt(digits)
      if ((mark !== 0x2e && mark !== 0x29) || !isBlank(source, digits + 1)) return depth
      depth++
      at = digits + 1
    } else return depth
  }
  return depth
}

function isBlank(source: string, at: number): boolean {
  return source.charCodeAt(at) === 0x20 || source.charCodeAt(at) === 0x09
}
