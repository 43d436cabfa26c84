import { BACKSLASH, DIGIT, DOT, isQuote, kindOf, LETTER, WORD } from "../characters.ts"
import { endsBeforeEscape } from "../looks.ts"
import { found, HOLD, NONE, type Reading } from "../reading.ts"
import { isReference } from "./quotes.ts"

/** `://name:password@host`, `://token@host`. The name is told, what follows the colon waits for an `@`. */
export function userInformation(reading: Reading): number {
  const { text, at, final } = reading
  if (at + 1 >= text.length && !final && kindOf(text.charCodeAt(at - 1)) & (LETTER | DIGIT)) return HOLD
  if (text.charCodeAt(at + 1) === 0x2f) {
    if (at + 2 >= text.length) return final ? NONE : HOLD
    if (text.charCodeAt(at + 2) !== 0x2f || !(kindOf(text.charCodeAt(at - 1)) & (LETTER | DIGIT))) return NONE
    reading.addressAt = at + 3
    return userAlone(reading, at + 3)
  }
  if (reading.addressAt < 0 || at - reading.addressAt > 128) return NONE
  for (let one = reading.addressAt; one < at; one++) if (!isUserCharacter(text.charCodeAt(one))) return NONE
  let end = at + 1
  for (; end < text.length && end - at <= LONGEST_USER; end++) {
    const code = text.charCodeAt(end)
    if (code === 0x40) return end > at + 1 && !isReference(text, at + 1) ? found(reading, at + 1, { type: "at" }) : NONE
    if (code === BACKSLASH && !endsBeforeEscape(text, end)) continue
    if (code === 0x2f || code === BACKSLASH || code <= 0x20 || code === 0x22 || code === 0x27 || code === 0x60)
      return NONE
  }
  return end === text.length && !final ? HOLD : NONE
}

function userAlone(reading: Reading, start: number): number {
  const { text, final } = reading
  let kinds = 0
  let end = start
  for (; end < text.length && end - start < LONGEST_USER; end++) {
    const kind = kindOf(text.charCodeAt(end))
    if (!(kind & (WORD | DOT))) break
    kinds |= kind
  }
  if (end === text.length && !final && end - start < LONGEST_USER) return HOLD
  if (text.charCodeAt(end) !== 0x40 || end - start < 16 || !(kinds & DIGIT)) return NONE
  return found(reading, start, { type: "at" })
}

function isUserCharacter(code: number): boolean {
  return code > 0x20 && code !== 0x2f && code !== 0x3a && code !== 0x40 && !isQuote(code) && code !== BACKSLASH
}

const LONGEST_USER = 256
