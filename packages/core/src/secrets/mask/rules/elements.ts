import { isQuote } from "../characters.ts"
import { attributeName, type NameRange } from "../context.ts"
import { lookAt } from "../looks.ts"
import { isNameCharacter, LONGEST_NAME, nameKind } from "../names.ts"
import { found, HOLD, NONE, type Reading } from "../reading.ts"

/** `<password>…</password>`, `<property name="password">…</property>`. */
export function element(reading: Reading): number {
  const { text, at, final } = reading
  const name = elementName(reading)
  if (!name || nameKind(text, name.start, name.end) !== "secret") return NONE
  const look = lookAt(text, at + 1, final)
  if (!look) return HOLD
  if (look.length === 0 || look.none) return NONE
  return look.strong || text.charCodeAt(look.end) === 0x3c ? found(reading, at + 1, { type: "value" }) : NONE
}

function elementName(reading: Reading): NameRange | null {
  const { text, at } = reading
  if (at > 0 && isQuote(text.charCodeAt(at - 1))) return attributeName(text, at)
  let start = at
  while (start > 0 && at - start < LONGEST_NAME && isNameCharacter(text.charCodeAt(start - 1))) start--
  return start < at && start > 0 && text.charCodeAt(start - 1) === 0x3c ? { start, end: at } : null
}
