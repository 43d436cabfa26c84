import type { Assertion, Operator } from "./assertion.ts"

/** What must hold, as people read it on pages, cards and in histories. */

export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  equals: "is",
  notEquals: "is not",
  lessThan: "is less than",
  lessThanOrEqual: "is at most",
  greaterThan: "is more than",
  greaterThanOrEqual: "is at least",
  contains: "contains",
  notContains: "does not contain",
  startsWith: "begins with",
  endsWith: "ends with",
  matches: "matches the pattern",
  isEmpty: "is empty",
  isNotEmpty: "is not empty",
  isTrue: "is true",
  isFalse: "is false",
  lengthEquals: "has this many entries:",
  lengthGreaterThan: "has more entries than",
  exists: "is there",
  notExists: "is not there",
}

/** "Status is 200", "JSON at $.state is “up”". `title` is what people call the field. */
export function assertionWords({ field, path, operator, value }: Assertion, title = field): string {
  const subject = path === undefined ? title : `${title} at ${path}`
  const says = OPERATOR_WORDS[operator]
  if (value === undefined || value === null) return `${subject} ${says}`
  return `${subject} ${says} ${typeof value === "string" ? `“${value}”` : String(value)}`
}

/** What is stored of what must hold, and what the form calls it. */
export type Collectors = readonly { id: string; assertions?: readonly Partial<Assertion>[] }[]
export type KnownCollectors = readonly {
  id: string
  title: string
  fields: readonly { name: string; title: string }[]
}[]

/** "Timing: Duration is less than 1000", and what it is otherwise. What measures only says so. */
export function collectorInWords(
  known: KnownCollectors | undefined,
  collector: Collectors[number],
): [words: string, otherwise: string][] {
  const { id, assertions = [] } = collector
  const found = known?.find((one) => one.id === id)
  const where = found?.title ?? id
  if (assertions.length === 0) return [[where, "is measured, and nothing must hold"]]
  return assertions.map((assertion) => {
    const { field = "", operator = "exists", severity = "unhealthy" } = assertion
    const title = fieldInWords(found?.fields ?? [], field)
    // "Duration is less than 1000" says it once.
    const subject = title === where ? title : `${where}: ${title}`
    return [assertionWords({ ...assertion, field, operator, severity }, subject), `otherwise ${severity}`]
  })
}

/** "Headers content-type": the name within a field that holds several. */
function fieldInWords(fields: KnownCollectors[number]["fields"], field: string): string {
  const whole = fields.find(({ name }) => name === field)
  if (whole) return whole.title
  const holder = fields.find(({ name }) => field.startsWith(`${name}.`))
  return holder ? `${holder.title} ${field.slice(holder.name.length + 1)}` : field
}
