import { BASE64, DIGIT, DOT, kindOf, LETTER, LOWER, UPPER, WORD } from "../characters.ts"
import { type FOUND, found, HOLD, NONE, type Reading } from "../reading.ts"
import type { Shape } from "../shapes.ts"

/** A token that tells what it is by how it begins. */
export function matchShape(reading: Reading, { prefix, of, least, most, needs, keeps }: Shape): number {
  const { text, at, final } = reading
  const rest = text.length - at
  if (rest < prefix.length) return !final && prefix.startsWith(text.slice(at)) ? HOLD : NONE
  if (!text.startsWith(prefix, at)) return NONE
  const start = at + prefix.length
  const decisive = start + (needs ? Math.max(least, DECISIVE) : most === undefined ? least : most + 1)
  const limit = Math.min(text.length, decisive)
  let kinds = 0
  let end = start
  // A run ends at a dot, so it cannot measure behind one.
  if (of === WORD && needs === "digit" && !prefix.includes(".")) {
    measureRun(reading)
    end = Math.max(start, Math.min(reading.runTo, limit))
    kinds = hasDigit(reading, start, end) ? DIGIT : 0
  } else
    while (end < limit) {
      const kind = kindOf(text.charCodeAt(end))
      if ((kind & of) === 0) break
      kinds |= kind
      end++
    }
  if (end === text.length && end < decisive && !final) return HOLD
  const length = end - start
  if (length < least || (most !== undefined && length > most) || !isMixed(needs, kinds)) return NONE
  const result = keeps
    ? found(reading, start, { type: "value" })
    : found(reading, at, { type: "characters", of: of | WORD })
  reading.sureUntil = start
  return result
}

function isMixed(needs: Shape["needs"], kinds: number): boolean {
  if (!needs) return true
  return (kinds & DIGIT) !== 0 || (needs === "mixture" && (kinds & LETTER) === LETTER)
}

/** What is known by a mark in its middle: `abc8Q~…` of Azure, `abcdef_…_mmk` of MaxMind. */
export function marked(reading: Reading): number {
  const { text, at, final } = reading
  const sixth = text.charCodeAt(at + 5)
  const seventh = text.charCodeAt(at + 6)
  // A word of so few letters may become either.
  if (Number.isNaN(seventh)) return !final && runsToEnd(text, at) ? HOLD : NONE
  if (seventh === 0x5f) {
    if (text.length - at >= 40) return text.startsWith("_mmk", at + 36) ? characters(reading, WORD) : NONE
    return !final && runsToEnd(text, at) ? HOLD : NONE
  }
  if (sixth !== 0x7e || text.charCodeAt(at + 4) !== 0x51 || !(kindOf(text.charCodeAt(at + 3)) & DIGIT)) return NONE
  let end = at + 6
  while (end < text.length && end < at + 37 && kindOf(text.charCodeAt(end)) & (WORD | DOT | BASE64)) end++
  if (end === at + 37) return characters(reading, WORD | DOT | BASE64)
  return end === text.length && !final ? HOLD : NONE
}

function characters(reading: Reading, of: number): typeof FOUND {
  return found(reading, reading.at, { type: "characters", of })
}

function runsToEnd(text: string, from: number): boolean {
  let end = from
  while (end < text.length && kindOf(text.charCodeAt(end)) & (WORD | BASE64)) end++
  return end === text.length
}

/** `eyJ….….…`: long parts, so their ends are looked for with a measure that is taken once for each run. */
export function webToken(reading: Reading): number {
  const { text, at, final } = reading
  if (!text.startsWith("eyJ", at)) return NONE
  measureRun(reading)
  const { runTo } = reading
  if (runTo - at > LONGEST_SEGMENT) return NONE
  if (runTo === text.length) return final ? NONE : HOLD
  if (runTo - at < 11 || text.charCodeAt(runTo) !== 0x2e) return NONE
  let second = runTo + 1
  while (second < text.length && second - runTo <= 8 && kindOf(text.charCodeAt(second)) & WORD) second++
  // Two parts are enough to know; the third follows.
  if (second - runTo > 8) return found(reading, at, { type: "characters", of: WORD | DOT })
  return second === text.length && !final ? HOLD : NONE
}

/**
 * What our links, cookies and set-up codes carry: 32 random bytes as 43 letters. Where such a text comes in pieces,
 * letters in front of its first digit may have been told, as the beginning of a word; what follows is not.
 */
export function randomToken(reading: Reading): number {
  const { text, at, final, done } = reading
  measureRun(reading)
  const { runFrom, runTo, runIsRandom } = reading
  if (!runIsRandom) return NONE
  const before = runFrom === 0 ? 0 : kindOf(text.charCodeAt(runFrom - 1))
  if (before & (BASE64 | DOT)) return NONE
  if (runTo === text.length && !final) return at > runFrom || runTo - runFrom > 12 ? HOLD : NONE
  const after = kindOf(text.charCodeAt(runTo))
  if (runTo - runFrom !== RANDOM_LENGTH || after & BASE64) return NONE
  return found(reading, Math.max(runFrom, done), { type: "characters", of: WORD })
}

/** The run of token characters around this place, as far as it matters. */
function measureRun(reading: Reading): void {
  const { text, at, final } = reading
  if (at >= reading.runFrom && at < reading.runTo) return
  let runFrom = at
  while (runFrom > 0 && at - runFrom <= RANDOM_LENGTH && kindOf(text.charCodeAt(runFrom - 1)) & WORD) runFrom--
  let runTo = at
  while (runTo < text.length && kindOf(text.charCodeAt(runTo)) & WORD) runTo++
  const cut = runTo === text.length && !final && runTo - runFrom < RANDOM_LENGTH
  reading.runFrom = runFrom
  reading.runTo = runTo
  reading.runIsRandom = (cut || runTo - runFrom === RANDOM_LENGTH) && looksRandom(text.slice(runFrom, runTo))
}

/** Of a part, whether the whole may still be. A page's mark is JSON in base64, and begins like it. */
function looksRandom(run: string): boolean {
  if (run.startsWith("eyJ") || run.startsWith("Wy")) return false
  let kinds = 0
  let uppers = 0
  let lowers = 0
  let plain = 0
  for (let at = 0; at < run.length; at++) {
    const kind = kindOf(run.charCodeAt(at))
    kinds |= kind
    if (kind & UPPER) uppers++
    if (kind & LOWER) lowers++
    plain = kind & LOWER ? plain + 1 : 0
    // No such run among random letters, but in nearly every word of a language or a program.
    if (plain >= 10) return false
  }
  return run.length < RANDOM_LENGTH || ((kinds & DIGIT) !== 0 && uppers >= 3 && lowers >= 3)
}

function hasDigit(reading: Reading, from: number, to: number): boolean {
  const { text } = reading
  let one = from >= reading.plainFrom && from < reading.plainTo ? reading.plainTo : from
  if (one === from) reading.plainFrom = from
  while (one < to && !(kindOf(text.charCodeAt(one)) & DIGIT)) one++
  reading.plainTo = one
  return one < to
}

/** Within so many characters a token shows that it is none of a language's words. */
const DECISIVE = 32
/** As far on as the parts of a JSON web token are looked for. */
const LONGEST_SEGMENT = 2_048
const RANDOM_LENGTH = 43
