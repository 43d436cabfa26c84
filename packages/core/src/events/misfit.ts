import { alternativesOf, type JsonSchema, valuesOf } from "./json-schema.ts"

/**
 * Why a verb that takes `taken` might refuse what `given` promises, or null. Types know most of it, but not what stands in
 * a schema alone: formats, lengths, values. Fields that the verb does not know are left out before it is called.
 */
export function misfit(given: JsonSchema, taken: JsonSchema, place = ""): string | null {
  const options = alternativesOf(taken)
  for (const one of alternativesOf(given)) {
    const problems = options.map((option) => misfitOfOne(one, option, place))
    if (!problems.includes(null)) return problems[0]!
  }
  return null
}

function misfitOfOne(given: JsonSchema, taken: JsonSchema, place: string): string | null {
  return (
    misfitOfType(given, taken, place) ??
    misfitOfValues(given, taken, place) ??
    misfitOfBounds(given, taken, place) ??
    misfitOfFields(given, taken, place) ??
    (taken.items && given.items ? misfit(given.items, taken.items, `${place}[]`) : null)
  )
}

function misfitOfType(given: JsonSchema, taken: JsonSchema, place: string): string | null {
  const known = valuesOf(given)
  const type = given.type ?? (known ? typeOf(known[0]) : undefined)
  if (taken.type === undefined || type === taken.type) return null
  if (type === "integer" && taken.type === "number") return null
  return `${named(place)} is ${type ?? "anything"} and not ${taken.type}`
}

function misfitOfValues(given: JsonSchema, taken: JsonSchema, place: string): string | null {
  const allowed = valuesOf(taken)
  if (!allowed) return null
  const surplus = valuesOf(given)?.find((value) => !allowed.includes(value))
  if (valuesOf(given) && surplus === undefined) return null
  return `${named(place)} can be ${surplus === undefined ? "other than" : `${JSON.stringify(surplus)}, not only`} ${allowed.map((value) => JSON.stringify(value)).join(", ")}`
}

const BOUNDS = [
  ["minLength", "at least", "characters"],
  ["maxLength", "at most", "characters"],
  ["minItems", "at least", "items"],
  ["maxItems", "at most", "items"],
  ["minimum", "at least", ""],
  ["maximum", "at most", ""],
  ["exclusiveMinimum", "more than", ""],
  ["exclusiveMaximum", "less than", ""],
] as const

function misfitOfBounds(given: JsonSchema, taken: JsonSchema, place: string): string | null {
  if (valuesOf(given)) return null
  for (const [keyword, words, unit] of BOUNDS) {
    const [promised, asked] = [given[keyword], taken[keyword]]
    if (
      asked === undefined ||
      (promised !== undefined &&
        (words.endsWith("least") || words === "more than" ? promised >= asked : promised <= asked))
    )
      continue
    return `${named(place)} must have ${words} ${asked} ${unit}`.trimEnd()
  }
  if (taken.format !== undefined && taken.format !== given.format) return `${named(place)} must be a ${taken.format}`
  const patterns = patternsOf(given)
  const missing = patternsOf(taken).find((pattern) => !patterns.includes(pattern))
  return missing === undefined ? null : `${named(place)} must match ${missing}`
}

function patternsOf({ pattern, allOf = [] }: JsonSchema): string[] {
  return [pattern, ...allOf.map((part) => part.pattern)].filter((one) => one !== undefined)
}

function misfitOfFields(given: JsonSchema, taken: JsonSchema, place: string): string | null {
  const { properties: fields = {}, required = [] } = given
  for (const name of taken.required ?? [])
    if (!required.includes(name))
      return `${named(`${place}.${name}`)} ${name in fields ? "can be missing" : "is not in it"}`
  const others = typeof taken.additionalProperties === "object" ? taken.additionalProperties : undefined
  for (const [name, field] of Object.entries(fields)) {
    const wanted = taken.properties?.[name] ?? others
    const problem = wanted && misfit(field, wanted, `${place}.${name}`)
    if (problem) return problem
  }
  return null
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value
}

function named(place: string): string {
  return place === "" ? "it" : `"${place.replace(/^\./, "")}"`
}
