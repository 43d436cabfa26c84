import { leadingBackslashes, STAR } from "../characters.ts"
import { isChosen, isChosenWord, isOpaque, lookAt, looksChosen } from "../looks.ts"
import { found, HOLD, NONE, type Reading } from "../reading.ts"
import { type Opening, untilQuote } from "./quotes.ts"

/** A value in quotes whose name alone does not make it a secret: what it looks like decides, here and below. */
export function strongQuoted(reading: Reading, opening: Opening): number {
  const { text, final } = reading
  const look = lookAt(text, opening.at, final)
  if (!look) return HOLD
  if (!look.strong || look.length < 16) return NONE
  return found(reading, opening.at, untilQuote(opening, false))
}

export function opaqueQuoted(reading: Reading, opening: Opening): number {
  const { text, final } = reading
  const look = lookAt(text, opening.at, final)
  if (!look) return HOLD
  if (look.none || !isOpaque(text.slice(opening.at, look.end))) return NONE
  return found(reading, opening.at, untilQuote(opening, false))
}

export function chosenQuoted(reading: Reading, opening: Opening): number {
  const { text, final } = reading
  const look = lookAt(text, opening.at, final)
  if (!look) return HOLD
  if (look.none || !looksChosen(text.slice(opening.at, look.end))) return NONE
  return found(reading, opening.at, untilQuote(opening, false))
}

/** One word in quotes where a sentence may stand as well. `any`: it need not look like a secret. */
export function wordQuoted(reading: Reading, opening: Opening, isPassword: boolean, any: boolean): number {
  const { text, final } = reading
  const look = lookAt(text, opening.at, final)
  if (!look) return HOLD
  if (look.none || look.length === 0) return NONE
  if (opening.quote === STAR) {
    const word = text.slice(opening.at, look.end)
    const end = word.indexOf("*")
    return isChosenWord(end === -1 ? word : word.slice(0, end), isPassword)
      ? found(reading, opening.at, untilQuote(opening, false))
      : NONE
  }
  if (look.whole) {
    const next = look.end + leadingBackslashes(text, look.end)
    if (next >= text.length && !final) return HOLD
    if (next < text.length && text.charCodeAt(next) !== opening.quote && !(any && look.strong)) return NONE
  }
  const isPlain = any || (isPassword && look.length >= 6)
  return isPlain || isChosen(text, look, opening.at, isPassword)
    ? found(reading, opening.at, untilQuote(opening, false))
    : NONE
}
