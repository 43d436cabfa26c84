/** Text as Postgres can hold it: without U+0000, and with halves of surrogate pairs replaced. */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed()
  return whole.includes("\u0000") ? whole.replaceAll("\u0000", "") : whole
}

/** The same for every text and key in a JSON value. What is clean already comes back as it is. */
export function cleanJson<Value>(value: Value): Value {
  return clean(value) as Value
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value)
  if (Array.isArray(value)) {
    const cleaned = value.map(clean)
    return cleaned.some((entry, at) => entry !== value[at]) ? cleaned : value
  }
  // Dates and the like write themselves, in clean text.
  if (value === null || typeof value !== "object" || writesItself(value)) return value
  const fields = Object.entries(value)
  const cleaned = fields.map(([key, field]) => [cleanText(key), clean(field)] as const)
  const same = cleaned.every(([key, field], at) => key === fields[at]![0] && field === fields[at]![1])
  return same ? value : Object.fromEntries(cleaned)
}

/** By a function: a model or a client may well send a field of that name. */
function writesItself(value: object): boolean {
  return "toJSON" in value && typeof value.toJSON === "function"
}
