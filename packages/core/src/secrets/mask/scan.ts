import { BACKSLASH, backslashesBefore, COMMA, DIGIT, isQuote, JOINT, kindOf, LETTER } from "./characters.ts"
import { endOf } from "./endings.ts"
import { type KnownValues, startHash, UNDECIDED } from "./known.ts"
import { createReading, type Ending, FOUND, HOLD } from "./reading.ts"
import { announced } from "./rules/announced.ts"

export const REDACTED = "[redacted]"

/**
 * Reads a text once, from left to right, and leaves out the credentials. At each sign that may announce one it looks a
 * bounded way back (for a name) and a bounded way on (for what tells a value from prose); once sure, it drops what
 * follows up to the value's end without looking at it again. So the work grows with the text and with nothing else,
 * and the same reader serves a text that comes in pieces: what cannot be decided yet waits for the next one.
 */
export interface Scan {
  /** Answers what may be told by now. `final`: nothing follows. */
  read(piece: string, final: boolean): string
  /** A whole text. Its reader is used again and again: making one costs as much as reading a line of a log. */
  readWhole(text: string): string
}

/** As far back as any rule looks. */
const CONTEXT = 256

export function createScan(known: KnownValues): Scan {
  const reading = createReading()
  let out = ""
  let touched = false
  let ending: Ending | null = null
  /** A known value that began inside of what is being left out reaches so far. */
  let covered = 0

  return {
    readWhole(whole) {
      reading.text = whole
      reading.at = 0
      reading.done = 0
      covered = 0
      reading.addressAt = -1
      reading.barAt = -1
      reading.secretColumn = -1
      ending = null
      touched = false
      reading.runTo = -1
      reading.plainTo = -1
      reading.noCommandTo = -1
      reading.final = true
      out = ""
      scan()
      reading.text = ""
      return touched ? out : whole
    },
    read(piece, last) {
      const { text } = reading
      const keep = Math.max(0, Math.min(reading.at, reading.done) - CONTEXT)
      reading.text = keep > 0 || text !== "" ? text.slice(keep) + piece : piece
      reading.at -= keep
      reading.done -= keep
      covered -= keep
      reading.addressAt -= keep
      reading.barAt -= keep
      reading.runTo = -1
      reading.plainTo = -1
      reading.noCommandTo = -1
      reading.final = last
      out = ""
      scan()
      return out
    },
  }

  function scan(): void {
    const { text, final } = reading
    const { length } = text
    const starts = known.starts()
    while (reading.at < length) {
      if (ending) {
        if (!leaveOut(ending)) return
        continue
      }
      const at = nextNews(text, reading.at, starts)
      reading.at = at
      if (at >= length) break
      const maybe = at + 4 > length || starts[startHash(text, at, text.charCodeAt(at))] !== 0
      const knownLength = maybe ? known.at(text, at, final) : 0
      if (knownLength === UNDECIDED) {
        hold(at)
        return
      }
      if (knownLength > 0) {
        // In JSON the value's first letter may belong to an escape, whose backslash must not stay behind alone.
        const half = backslashesBefore(text, at) % 2 === 1 && at - 1 >= reading.done
        tell(half ? at - 1 : at)
        out += REDACTED
        touched = true
        reading.at = at + knownLength
        reading.done = reading.at
        continue
      }
      const result = announced(reading)
      if (result === HOLD) {
        // A sign can be told, and what it announces not yet; a word may be the beginning of the secret itself.
        hold(kindOf(text.charCodeAt(at)) & (LETTER | DIGIT | JOINT) ? at : at + 1)
        return
      }
      if (result === FOUND) {
        begin()
        continue
      }
      reading.at = at + 1
    }
    // A backslash may be half of what comes.
    const slashes = final ? 0 : backslashesBefore(text, length)
    tell(Math.max(reading.done, length - slashes))
  }

  /** Leaves out from the value on, or from a known value that stands in front of it. */
  function begin(): void {
    const { text, at, done, final, valueAt, sureUntil, foundEnding } = reading
    let from = Math.max(valueAt, done)
    for (let one = at + 1; one < valueAt; one++)
      if (known.at(text, one, final) !== 0) {
        from = one
        break
      }
    tell(from)
    out += REDACTED
    touched = true
    reading.at = from
    reading.done = from
    covered = Math.max(from, sureUntil)
    ending = foundEnding
  }

  function tell(until: number): void {
    const { text, done } = reading
    if (until > done) out += done === 0 && until === text.length ? text : text.slice(done, until)
    reading.done = Math.max(done, until)
  }

  function hold(from: number): void {
    touched = true
    tell(Math.max(reading.done, from - (backslashesBefore(reading.text, from) % 2)))
  }

  /** Goes on to the value's end. False: the text ends before it. */
  function leaveOut(how: Ending): boolean {
    const { text, at, final } = reading
    const end = endOf(reading, how, Math.max(at, Math.min(covered, text.length)))
    for (let one = at; one < end.at; one++) {
      const length = known.at(text, one, true)
      if (length > 0) covered = Math.max(covered, one + length)
    }
    reading.at = Math.max(end.at, Math.min(covered, text.length))
    reading.done = reading.at
    if (!end.found && !final) return false
    ending = null
    return true
  }
}

/**
 * The next place where a known value may begin, a word begins or a sign may announce something. Nearly all of a text
 * is passed here, so it keeps to itself: no variable of the scan, no call.
 */
function nextNews(text: string, from: number, starts: Uint8Array): number {
  const last = text.length - 4
  let before = from === 0 ? 0 : text.charCodeAt(from - 1)
  let at = from
  for (; at <= last; at++) {
    const code = text.charCodeAt(at)
    if (starts[startHash(text, at, code)] !== 0) return at
    const isPart = kindOf(code) & (LETTER | DIGIT)
    if (isPart !== 0) {
      if (isPart & DIGIT ? (kindOf(before) & (LETTER | DIGIT)) === 0 : (kindOf(before) & LETTER) === 0) return at
      if (mayBeEscaped(text, at, before)) return at
    } else if (isSign(code) || (code === COMMA && isQuote(before))) return at
    before = code
  }
  return at
}

/** `=`, `:`, `-`, `>`, `|`. */
function isSign(code: number): boolean {
  return code === 0x3d || code === 0x3a || code === 0x2d || code === 0x3e || code === 0x7c
}

function mayBeEscaped(text: string, at: number, before: number): boolean {
  return (
    (before === 0x6e || before === 0x72 || before === 0x74 || before === 0x62 || before === 0x66) &&
    text.charCodeAt(at - 2) === BACKSLASH
  )
}
