import { BACKSLASH, COMMA, DIGIT, kindOf, LETTER } from "../characters.ts"
import { HOLD, NONE, type Reading } from "../reading.ts"
import { mayBecomeShape, shapesAt, TWILIO } from "../shapes.ts"
import { userInformation } from "./addresses.ts"
import { argument } from "./arguments.ts"
import { assignment } from "./assignment.ts"
import { element } from "./elements.ts"
import { mayBecomeLead, scheme, spacedPassword, spacedVariable } from "./leads.ts"
import { dashes, isFlagStart } from "./options.ts"
import { tableCell } from "./tables.ts"
import { marked, matchShape, randomToken, webToken } from "./tokens.ts"

/** What the sign at this place announces. */
export function announced(reading: Reading): number {
  const { text, at } = reading
  const code = text.charCodeAt(at)
  if (kindOf(code) & (LETTER | DIGIT)) return beginsWord(reading) ? word(reading, code) : NONE
  switch (code) {
    case 0x3d: // =
      return assignment(reading)
    case 0x3a: {
      const inAddress = userInformation(reading)
      return inAddress === NONE ? assignment(reading) : inAddress
    }
    case 0x2d: // -
      return text.charCodeAt(at + 1) === 0x2d || Number.isNaN(text.charCodeAt(at + 1)) || isFlagStart(reading)
        ? dashes(reading)
        : NONE
    case 0x3e: // >
      return element(reading)
    case COMMA:
      return argument(reading)
    case 0x7c: // |
      return tableCell(reading)
    default:
      return NONE
  }
}

/** A letter before it makes it the rest of a longer word, unless that letter is half of an escape. */
function beginsWord(reading: Reading): boolean {
  const { text, at } = reading
  if (at === 0) return true
  if (!(kindOf(text.charCodeAt(at - 1)) & LETTER)) return true
  const code = text.charCodeAt(at - 1)
  const isEscape = code === 0x6e || code === 0x72 || code === 0x74 || code === 0x62 || code === 0x66
  return isEscape && text.charCodeAt(at - 2) === BACKSLASH
}

function word(reading: Reading, code: number): number {
  const { text, at, final } = reading
  if (text.length - at < 3 && !final && (mayBecomeShape(text.slice(at)) || mayBecomeLead(text, at))) return HOLD
  const shapes = shapesAt(text, at)
  if (shapes)
    for (const shape of shapes) {
      const result = matchShape(reading, shape)
      if (result !== NONE) return result
    }
  const mark = marked(reading)
  if (mark !== NONE) return mark
  const second = text.charCodeAt(at + 1) | 32
  let result = NONE
  if (code === 0x65 && second === 0x79) result = webToken(reading)
  else if (code === 0x53 && second === 0x6b) result = matchShape(reading, TWILIO)
  else if ((code | 32) === 0x62 && (second === 0x61 || second === 0x65)) result = scheme(reading)
  else if ((code | 32) === 0x70 && second === 0x61) result = spacedPassword(reading)
  else if ((code === 0x45 && second === 0x6e) || ((code | 32) === 0x73 && second === 0x65))
    result = spacedVariable(reading)
  return result === NONE ? randomToken(reading) : result
}
