import { BACKSLASH, BLANK, backslashesBefore, isLineBreak, isQuote, kindOf, STAR } from "../characters.ts"
import { skipBreaks } from "../context.ts"
import { isChosen, isOpaque, lookAt, looksChosen } from "../looks.ts"
import { isPasswordName } from "../names.ts"
import { type Ending, FOUND, found, HOLD, NONE, type Reading } from "../reading.ts"
import { mayEndName, type Name, nameBefore } from "./assigned-name.ts"
import { authorization, cookies } from "./headers.ts"
import { beginsLine, beginsText, isAlone } from "./lines.ts"
import { chosenQuoted, opaqueQuoted, strongQuoted, wordQuoted } from "./quoted-values.ts"
import { type Opening, openingQuote, openingStars, quoted } from "./quotes.ts"

/** A name, a sign, a value: in JSON and inside of JSON, YAML, TOML, INI, .env, shell, code, headers, addresses. */
export function assignment(reading: Reading): number {
  const { text, at, final } = reading
  const sign = text.charCodeAt(at)
  if (at === 0 || !mayEndName(text.charCodeAt(at - 1), sign)) return NONE
  const name = nameBefore(reading, sign)
  if (!name) return NONE
  const { kind } = name
  let start = at + 1
  if (start >= text.length) return final ? NONE : HOLD
  const second = text.charCodeAt(start)
  // `=>`, `==`, `===`; `:=` is read at its second sign.
  let compares = false
  if (sign === 0x3d && (second === 0x3e || second === 0x3d)) {
    compares = second === 0x3d
    start++
    if (text.charCodeAt(start) === 0x3d) start++
  }
  if (sign === 0x3a && (second === 0x3a || second === 0x3d)) return NONE
  // `**Password:** …`, as people write who write Markdown.
  const behind = emphasisEnd(text, start)
  const isLabel = behind > start || name.isLabel
  start = behind
  const afterSign = start
  while (start < text.length && start - afterSign < 16 && kindOf(text.charCodeAt(start)) & BLANK) start++
  if (start >= text.length) return final ? NONE : HOLD
  const blanks = start - afterSign

  const opening = openingQuote(reading, start) ?? openingStars(reading, start)
  if (opening === HOLD) return HOLD
  if (opening !== null) {
    if (opening.at + 1 >= text.length && !final) return HOLD
    if (blanks === 0 && sign === 0x3d && closesInstead(text, opening, name.start)) return NONE
    if (kind === "opaque") return opaqueQuoted(reading, opening)
    if (kind === "likely") return chosenQuoted(reading, opening)
    if (kind === "perhaps" && !name.quoted) return strongQuoted(reading, opening)
    if (kind === "secret" && (isLabel || name.isPair || opening.quote === STAR))
      return wordQuoted(reading, opening, name.isPair || isPasswordName(text.slice(name.start, name.end)), name.isPair)
    return quoted(reading, opening, kind === "secret" && !name.quoted)
  }
  if (compares) return NONE
  if (kind === "cookie") return cookies(reading, start)
  if (kind === "authorization") return authorization(reading, start)
  if (sign === 0x3a && kind !== "perhaps" && kind !== "opaque") {
    const below = skipBreaks(text, start)
    if (below > start) return onNextLine(reading, below, name)
  }
  // A field of JSON that is no text: true, null, a number.
  if (name.quoted && sign === 0x3a && name.quote === 0x22) return NONE
  if (isLabel && kind === "secret") return labelled(reading, start, isPasswordName(text.slice(name.start, name.end)))
  const block = sign === 0x3a ? blockStart(reading, start) : start
  if (block === HOLD) return HOLD
  return bare(reading, sign, block, blanks, name)
}

/** Behind the stars or underlines that end an emphasis, if there are any. */
function emphasisEnd(text: string, from: number): number {
  const mark = text.charCodeAt(from)
  if (mark !== STAR && mark !== 0x5f) return from
  let end = from
  while (end < text.length && end - from < 3 && text.charCodeAt(end) === mark) end++
  if (end >= text.length) return from
  const code = text.charCodeAt(end)
  return kindOf(code) & BLANK || isQuote(code) || isLineBreak(code) || code === BACKSLASH ? end : from
}

/** `"#token=", …`, `"token=" + …`: the quote ends a text that names the parameter. */
function closesInstead(text: string, { at: inside, quote, backslashes }: Opening, nameStart: number): boolean {
  if (!/^(?:[,);\]]|[ \t][+.,)?:&|])/.test(text.slice(inside, inside + 2))) return false
  let isOpen = false
  for (let one = nameStart - 1; one >= 0 && nameStart - one < 128; one--) {
    const code = text.charCodeAt(one)
    if (isLineBreak(code)) break
    if (code === quote && backslashesBefore(text, one) === backslashes) isOpen = !isOpen
  }
  return isOpen
}

function labelled(reading: Reading, start: number, isPassword: boolean): number {
  const { text, final } = reading
  const look = lookAt(text, start, final)
  if (!look) return HOLD
  return isChosen(text, look, start, isPassword) ? found(reading, start, { type: "value" }) : NONE
}

/** `"password":` and the value below; without quotes it has to be alone there, and look like one. */
function onNextLine(reading: Reading, below: number, { quoted: isQuoted, kind }: Name): number {
  const { text, final } = reading
  let start = below
  if (!isQuoted && text.startsWith("```", start)) {
    const line = start
    while (start < text.length && start - line < 24 && !isLineBreak(text.charCodeAt(start))) {
      if (text.charCodeAt(start) === BACKSLASH) break
      start++
    }
    if (start < text.length && start - line < 24) start = skipBreaks(text, start)
  } else if (!isQuoted && !final && text.length - start < 3 && "```".startsWith(text.slice(start))) return HOLD
  if (start >= text.length) return final ? NONE : HOLD
  const opening = openingQuote(reading, start)
  if (opening === HOLD) return HOLD
  if (opening !== null) {
    if (kind === "secret" && isQuoted) return quoted(reading, opening, false)
    return chosenQuoted(reading, opening)
  }
  if (isQuoted) return NONE
  const look = lookAt(text, start, final)
  if (!look) return HOLD
  if (look.none || text.charCodeAt(look.end - 1) === 0x3a || !looksChosen(text.slice(start, look.end))) return NONE
  const alone = look.whole ? isAlone(reading, look.end) : FOUND
  return alone === FOUND ? found(reading, start, { type: "value" }) : alone
}

/** `password: |` and the value on the next line. */
function blockStart(reading: Reading, from: number): number | typeof HOLD {
  const { text, final } = reading
  const code = text.charCodeAt(from)
  if (code !== 0x7c && code !== 0x3e) return from
  let start = from + 1
  while (start < text.length && start - from < 4 && !endsLine(text, start)) start++
  if (start >= text.length) return final ? from : HOLD
  if (!endsLine(text, start)) return from
  const value = skipBreaks(text, start)
  return value >= text.length && !final ? HOLD : value
}

function endsLine(text: string, place: number): boolean {
  const code = text.charCodeAt(place)
  return isLineBreak(code) || code === BACKSLASH
}

function bare(
  reading: Reading,
  sign: number,
  start: number,
  blanks: number,
  { kind, quoted: isQuoted, start: nameStart, end: nameEnd }: Name,
): number {
  const { text, final } = reading
  const before = text.charCodeAt(nameStart - 1)
  const isParameter = sign === 0x3d && (before === 0x3f || before === 0x26)
  const look = lookAt(text, start, final, isParameter)
  if (!look) return HOLD
  const { end, length, strong, none } = look
  if (none || length === 0) return NONE
  const how: Ending = { type: isParameter ? "parameter" : "value" }
  if (kind === "likely") return looksChosen(text.slice(start, end)) ? found(reading, start, how) : NONE
  if (kind === "opaque") return isOpaque(text.slice(start, end)) ? found(reading, start, how) : NONE
  if (kind === "perhaps") return strong && length >= 16 ? found(reading, start, how) : NONE
  const isHeader = (text.charCodeAt(nameStart) | 32) === 0x78 && text.charCodeAt(nameStart + 1) === 0x2d
  if (sign === 0x3d && blanks === 0)
    return length >= 6 || (length >= 4 && isVariable(text.slice(nameStart, nameEnd)))
      ? found(reading, start, how)
      : NONE
  if (strong && (blanks > 0 || sign === 0x3d)) return found(reading, start, how)
  if (strong && length >= 8) return found(reading, start, how)
  // A plain word counts where nothing but it stands on the line, and the name began the line.
  if (!look.whole) return NONE
  if (length < (isHeader ? 3 : 6)) return NONE
  const alone = isAlone(reading, end)
  if (alone === HOLD) return HOLD
  const begins = beginsLine(text, nameStart) || (isHeader && !isQuoted && beginsText(text, nameStart))
  return alone === FOUND && begins && (blanks > 0 || sign === 0x3d) ? found(reading, start, how) : NONE
}

function isVariable(name: string): boolean {
  return name.toUpperCase() === name
}
