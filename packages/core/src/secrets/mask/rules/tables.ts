import { BACKSLASH, BLANK, isLineBreak, kindOf } from "../characters.ts"
import { cellBefore, type NameRange, rowAt } from "../context.ts"
import { isChosen, lookAt } from "../looks.ts"
import { isPasswordName, LONGEST_NAME, nameKind } from "../names.ts"
import { found, HOLD, NONE, type Reading } from "../reading.ts"
import { wordQuoted } from "./quoted-values.ts"
import { openingQuote, openingStars } from "./quotes.ts"

/** `| password | … |`, and each row below of a column with such a name. */
export function tableCell(reading: Reading): number {
  const { text, at, final } = reading
  if (at !== reading.barAt) countCell(reading)
  const name = reading.cell > 0 ? cellBefore(text, at) : null
  const named = name !== null && isSecretCell(text, name)
  if (named && reading.isHead && reading.secretColumn === -1) {
    reading.secretColumn = reading.cell - 1
    reading.columnOfPasswords = isPasswordName(text.slice(name.start, name.end))
  }
  const inColumn = !reading.isHead && reading.cell === reading.secretColumn
  if (!named && !inColumn) return NONE
  const isPassword = named ? isPasswordName(text.slice(name.start, name.end)) : reading.columnOfPasswords
  let start = at + 1
  while (start < text.length && start - at < LONGEST_NAME && kindOf(text.charCodeAt(start)) & BLANK) start++
  if (start >= text.length) return final ? NONE : HOLD
  const opening = openingQuote(reading, start) ?? openingStars(reading, start)
  if (opening === HOLD) return HOLD
  if (opening !== null) return wordQuoted(reading, opening, isPassword, false)
  const look = lookAt(text, start, final)
  if (!look) return HOLD
  if (!isChosen(text, look, start, isPassword)) return NONE
  let end = look.end
  while (end < text.length && end - look.end < LONGEST_NAME && kindOf(text.charCodeAt(end)) & BLANK) end++
  if (look.whole && end >= text.length && !final) return HOLD
  const code = text.charCodeAt(end)
  const isEnd = !look.whole || end >= text.length || code === 0x7c || isLineBreak(code) || code === BACKSLASH
  return isEnd ? found(reading, start, { type: "value" }) : NONE
}

function countCell(reading: Reading): void {
  const { text, at } = reading
  const row = rowAt(text, at)
  reading.cell = row === null ? reading.cell + 1 : 0
  if (row !== null) reading.isHead = row === "first"
  if (row === "first") reading.secretColumn = -1
  reading.barAt = at
}

function isSecretCell(text: string, { start, end }: NameRange): boolean {
  const kind = nameKind(text, start, end)
  return kind === "secret" || kind === "likely"
}
