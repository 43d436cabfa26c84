import { isQuote } from "../characters.ts"
import { firstArgument, skipBreaks } from "../context.ts"
import { nameKind } from "../names.ts"
import { HOLD, NONE, type Reading } from "../reading.ts"
import { chosenQuoted, wordQuoted } from "./quoted-values.ts"
import { openingQuote, quoted } from "./quotes.ts"

/** `define('DB_PASSWORD', '…')`, `("api_key", "…")`. */
export function argument(reading: Reading): number {
  const { text, at, final } = reading
  if (at === 0 || !isQuote(text.charCodeAt(at - 1))) return NONE
  const name = firstArgument(text, at)
  const kind = name && nameKind(text, name.start, name.end)
  if (!name || (kind !== "secret" && kind !== "likely")) return NONE
  const start = skipBreaks(text, at + 1)
  if (start >= text.length) return final ? NONE : HOLD
  const opening = openingQuote(reading, start)
  if (opening === HOLD) return HOLD
  if (opening === null) return NONE
  if (kind === "secret" && /(?:define|putenv|setenv|setproperty)$/i.test(name.taker))
    return quoted(reading, opening, true)
  return kind === "secret" && name.taker !== ""
    ? wordQuoted(reading, opening, false, false)
    : chosenQuoted(reading, opening)
}
