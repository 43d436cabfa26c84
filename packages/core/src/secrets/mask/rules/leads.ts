import { BASE64, BLANK, DIGIT, DOT, kindOf, LOWER, UPPER, WORD } from "../characters.ts"
import { lookAt, looksChosen } from "../looks.ts"
import { isNameCharacter, LONGEST_NAME, nameKind } from "../names.ts"
import { FOUND, found, HOLD, NONE, type Reading } from "../reading.ts"
import { beginsLine, beginsText, isAlone } from "./lines.ts"
import { chosenQuoted } from "./quoted-values.ts"
import { openingQuote, quoted } from "./quotes.ts"

/** `Bearer …`, `Basic …`: digits, padding or changing case tell a token from the next word of a sentence. */
export function scheme(reading: Reading): number {
  const { text, at, final } = reading
  const lead = isWord(reading, "bearer") ? "bearer" : isWord(reading, "basic") ? "basic" : null
  if (!lead) return !final && mayBecomeLead(text, at) ? HOLD : NONE
  let start = at + lead.length
  const blanks = start
  while (start < text.length && start - blanks < 8 && kindOf(text.charCodeAt(start)) & BLANK) start++
  if (start === text.length && !final) return HOLD
  if (start === blanks) return NONE
  let kinds = 0
  let changes = 0
  let end = start
  for (; end < text.length && end - start < LONGEST_TOKEN; end++) {
    const kind = kindOf(text.charCodeAt(end))
    if (!(kind & (WORD | DOT | BASE64))) break
    if (kind & UPPER && end > start && kindOf(text.charCodeAt(end - 1)) & LOWER) changes++
    kinds |= kind
    if (text.charCodeAt(end) === 0x3d) changes += 2
    if (end - start >= 7 && (kinds & DIGIT || changes >= 2))
      return found(reading, start, { type: "characters", of: WORD | DOT | BASE64 })
  }
  return end === text.length && !final && end - start < LONGEST_TOKEN ? HOLD : NONE
}

/** `login ana password …` in a .netrc, `PASSWORD '…'` in SQL. */
export function spacedPassword(reading: Reading): number {
  const { text, at, final } = reading
  if (!isWord(reading, "password")) return !final && mayBecomeLead(text, at) ? HOLD : NONE
  const blank = at + "password".length
  if (blank + 1 >= text.length) return final ? NONE : HOLD
  if (!(kindOf(text.charCodeAt(blank)) & BLANK)) return NONE
  const start = blank + 1
  if (text.charCodeAt(start) === 0x27) return quoted(reading, { at: start + 1, quote: 0x27, backslashes: 0 }, true)
  const before = text.slice(Math.max(0, at - 100), at)
  const login = before.lastIndexOf("login ")
  if (login === -1 || !/^login \S{1,80}\s$/.test(before.slice(login))) return NONE
  const look = lookAt(text, start, final)
  if (!look) return HOLD
  return look.length >= 4 && !look.none ? found(reading, start, { type: "value" }) : NONE
}

/** `ENV API_KEY …` in a Dockerfile, `SetEnv`, `setx`. */
export function spacedVariable(reading: Reading): number {
  const { text, at, final } = reading
  const lead = VARIABLE_LEADS.find((one) => text.startsWith(one, at))
  if (!lead) return !final && VARIABLE_LEADS.some((one) => one.startsWith(text.slice(at, at + 8))) ? HOLD : NONE
  const name = at + lead.length
  let end = name
  while (end < text.length && end - name < LONGEST_NAME && isNameCharacter(text.charCodeAt(end))) end++
  if (end + 1 >= text.length) return final ? NONE : HOLD
  if (end === name || !(kindOf(text.charCodeAt(end)) & BLANK)) return NONE
  if (!beginsLine(text, at) && !beginsText(text, at)) return NONE
  const kind = nameKind(text, name, end)
  if (kind !== "secret" && kind !== "likely") return NONE
  const opening = openingQuote(reading, end + 1)
  if (opening === HOLD) return HOLD
  if (opening !== null) return kind === "likely" ? chosenQuoted(reading, opening) : quoted(reading, opening, true)
  const look = lookAt(text, end + 1, final)
  if (!look) return HOLD
  if (look.none || look.length === 0) return NONE
  const value = text.slice(end + 1, look.end)
  if (kind === "likely" ? looksChosen(value) : look.strong) return found(reading, end + 1, { type: "value" })
  if (kind === "likely" || !look.whole || look.length < 4) return NONE
  const alone = isAlone(reading, look.end)
  if (alone === HOLD) return HOLD
  return alone === FOUND ? found(reading, end + 1, { type: "value" }) : NONE
}

function isWord(reading: Reading, lead: string): boolean {
  const { text, at } = reading
  if (at + lead.length > text.length) return false
  for (let index = 0; index < lead.length; index++)
    if ((text.charCodeAt(at + index) | 32) !== lead.charCodeAt(index)) return false
  return true
}

export function mayBecomeLead(text: string, from: number): boolean {
  const start = text.slice(from, from + 9).toLowerCase()
  return from + start.length === text.length && LEAD_WORDS.some((lead) => lead.startsWith(start))
}

const LONGEST_TOKEN = 64
const VARIABLE_LEADS = ["ENV ", "SetEnv ", "setx "]
const LEAD_WORDS = ["bearer", "basic", "password", "eyj", "env", "setenv", "setx"]
