import type { z } from "zod"

/** As far as it matters here; Zod's own types tell each kind apart from the others, at length. */
interface Definition {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  in?: z.ZodType
  checks?: readonly { _zod: { def: Check } }[]
}

interface Check {
  check: string
  maximum?: number
  pattern?: RegExp
}

/**
 * Where an input takes what the database may not hold, or any amount of it: text and lists without a longest, numbers
 * without a smallest and a largest, dates that are not an `Instant`. Each is a fault waiting for the one who sends it.
 * Whether the ends fit the column behind them, the fuzz sees: it sends them.
 */
export function openEnds(schema: z.ZodType, path = "input"): string[] {
  const definition = schema._zod.def as unknown as Definition
  const { type, format, checks = [] } = definition
  const checked = checks.map((check) => check._zod.def)
  const hasLongest = checked.some(({ check }) => check === "max_length" || check === "length_equals")
  const complain = (fits: boolean, about: string) => (fits ? [] : [`${path}: ${about}`])
  switch (type) {
    case "string":
      if (format === "datetime") return complain(isInstant(schema), "a date that is not an Instant")
      return complain(format === "uuid" || hasLongest || checked.some(isShort), "text without a longest")
    case "number":
      return complain(
        ["less_than", "greater_than"].every((end) => checked.some(({ check }) => check === end)),
        "a number without ends",
      )
    case "array":
      return [...complain(hasLongest, "a list without a longest"), ...inside(definition, path)]
    default:
      return inside(definition, path)
  }
}

/** By what it refuses, whatever it is made of. */
function isInstant(schema: z.ZodType): boolean {
  const takes = (text: string) => schema.safeParse(text).success
  return takes("2026-01-01T00:00:00+02:00") && !takes("0000-01-01T00:00:00Z") && !takes("2026-01-01T00:00:00+23:59")
}

/** A pattern that takes nothing long needs no longest beside it. */
function isShort({ pattern }: Check): boolean {
  return pattern?.source.endsWith("$") === true && !/[+*]|,\}/.test(pattern.source)
}

function inside(definition: Definition, path: string): string[] {
  const { shape = {}, element, innerType, keyType, valueType, options = [], items = [], left, right } = definition
  const input = definition.type === "pipe" ? definition.in : undefined
  return [
    ...Object.entries(shape).flatMap(([key, field]) => openEnds(field, `${path}.${key}`)),
    ...(element ? openEnds(element, `${path}[]`) : []),
    ...(keyType ? openEnds(keyType, `${path}.<key>`) : []),
    ...(valueType ? openEnds(valueType, `${path}.*`) : []),
    ...[...options, ...items, innerType, left, right, input].flatMap((one) => (one ? openEnds(one, path) : [])),
  ]
}
