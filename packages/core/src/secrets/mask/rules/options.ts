import { BACKSLASH, BLANK, DIGIT, END, isQuote, JOINT, kindOf, LETTER } from "../characters.ts"
import { TAKING_FLAGS, takesPassword } from "../context.ts"
import { lookAt, looksChosen } from "../looks.ts"
import { LONGEST_NAME, nameKind } from "../names.ts"
import { found, HOLD, NONE, type Reading } from "../reading.ts"
import { privateKey } from "./private-keys.ts"
import { chosenQuoted } from "./quoted-values.ts"
import { openingQuote, quoted } from "./quotes.ts"

/** A dash with a letter that may be the flag for a password. */
export function isFlagStart(reading: Reading): boolean {
  const { text, at } = reading
  const before = at === 0 ? 0x20 : text.charCodeAt(at - 1)
  const letter = text.charCodeAt(at + 1)
  return (kindOf(before) & BLANK) !== 0 && ((letter | 32) === 0x75 || TAKING_FLAGS.has(letter))
}

/** A private key's first line, or an option of a command that takes a secret. */
export function dashes(reading: Reading): number {
  const { text, at, final } = reading
  const before = at === 0 ? 0x20 : text.charCodeAt(at - 1)
  if (before === 0x2d) return NONE
  if (text.startsWith("-----BEGIN", at)) return privateKey(reading)
  if (!final && text.length - at < 10 && "-----BEGIN".startsWith(text.slice(at))) return HOLD
  if (!(kindOf(before) & END)) return NONE
  if (text.charCodeAt(at + 1) === 0x2d) return longOption(reading)
  return TAKING_FLAGS.has(text.charCodeAt(at + 1)) ? flagPassword(reading) : curlUser(reading, at + 2)
}

/** `docker login -u me -p …`, `mysql -p…`. */
function flagPassword(reading: Reading): number {
  const { text, at, final } = reading
  const how = takesPassword(reading)
  if (!how) return NONE
  let start = at + 2
  if (start >= text.length) return final ? NONE : HOLD
  const isApart = (kindOf(text.charCodeAt(start)) & BLANK) !== 0
  if (how !== "either" && (how === "next") !== isApart) return NONE
  if (isApart) start++
  if (start >= text.length) return final ? NONE : HOLD
  const opening = openingQuote(reading, start)
  if (opening === HOLD) return HOLD
  if (opening !== null) return quoted(reading, opening, true)
  const look = lookAt(text, start, final)
  if (!look) return HOLD
  const isOther = text.charCodeAt(start) === 0x2d || text.charCodeAt(start) === 0x24
  return look.length >= 3 && !look.none && !isOther ? found(reading, start, { type: "value" }) : NONE
}

/** `--password …`; with `=` it is an assignment like any other. */
function longOption(reading: Reading): number {
  const { text, at, final } = reading
  const start = at + 2
  let end = start
  while (end < text.length && end - start < 40 && kindOf(text.charCodeAt(end)) & (LETTER | DIGIT | JOINT)) end++
  if (end === text.length && !final && end - start < 40) return HOLD
  if (end === start || !(kindOf(text.charCodeAt(end)) & BLANK)) return NONE
  const name = text.slice(start, end)
  if (name === "user" || name === "proxy-user") return curlUser(reading, end)
  const kind = nameKind(text, start, end)
  if (kind !== "secret" && kind !== "likely") return NONE
  const value = end + 1
  if (value >= text.length) return final ? NONE : HOLD
  const opening = openingQuote(reading, value)
  if (opening === HOLD) return HOLD
  if (opening !== null) return kind === "likely" ? chosenQuoted(reading, opening) : quoted(reading, opening, true)
  const look = lookAt(text, value, final)
  if (!look) return HOLD
  if (kind === "likely" && !looksChosen(text.slice(value, look.end))) return NONE
  return look.strong && !look.none && text.charCodeAt(value) !== 0x2d ? found(reading, value, { type: "value" }) : NONE
}

/** `curl -u name:password`. Other commands take `-u 1000:1000` and mean something else. */
function curlUser(reading: Reading, from: number): number {
  const { text, at, final } = reading
  const line = text.slice(Math.max(0, at - 240), at)
  if (!/\b(?:curl|wget|https?|xh)\b/.test(line.slice(line.lastIndexOf("\n") + 1))) return NONE
  let start = from
  while (
    start < text.length &&
    start - from < 8 &&
    (kindOf(text.charCodeAt(start)) & BLANK ||
      isQuote(text.charCodeAt(start)) ||
      text.charCodeAt(start) === BACKSLASH ||
      text.charCodeAt(start) === 0x3d)
  )
    start++
  let colon = start
  while (
    colon < text.length &&
    colon - start < LONGEST_NAME &&
    !(kindOf(text.charCodeAt(colon)) & END) &&
    text.charCodeAt(colon) !== 0x3a
  )
    colon++
  if (colon >= text.length) return final ? NONE : HOLD
  if (text.charCodeAt(colon) !== 0x3a) return NONE
  const look = lookAt(text, colon + 1, final)
  if (!look) return HOLD
  // An address.
  if (text.charCodeAt(colon + 1) === 0x2f) return NONE
  return look.length >= 1 && !/^\$/.test(text.slice(colon + 1, colon + 2))
    ? found(reading, colon + 1, { type: "value" })
    : NONE
}
