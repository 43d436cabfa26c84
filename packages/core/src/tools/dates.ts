import type { z } from "zod"
import type { ErrorIssue } from "../contract/error-codes.ts"
import { InvalidInputError } from "../errors.ts"

/**
 * Every date-time that a tool is passed says its offset, whatever the verb's own schema would let pass: read without
 * one, the same text is another instant on another server. A model is told which field to mend, and how.
 */
export function demandOffsets(toolName: string, schema: z.ZodType, input: unknown): void {
  if (!holdsDates(schema)) return
  const issues: ErrorIssue[] = []
  visit(schema, input, [], issues)
  const [first] = issues
  if (!first) return
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ""
  throw new InvalidInputError(`The input of ${toolName} does not fit. "${first.path}": ${first.message}${more}`, issues)
}

const MOST_ISSUES = 10

const RFC_3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})$/
/** A day or a time of day, without a zone behind it. */
const ZONELESS = /^\d{4}-\d{2}-\d{2}([Tt ]\d{2}(:?\d{2}){0,2}([.,]\d+)?)?$/

function complaint(value: string): string {
  const what = ZONELESS.test(value) ? `"${value.slice(0, 40)}" has none` : `"${value.slice(0, 40)}" is none`
  return `Pass an RFC 3339 date-time with an explicit offset, such as 2026-07-01T22:00:00+02:00 or 2026-07-01T20:00:00Z; ${what}.`
}

/** As far as it matters here; Zod's own types tell each kind apart from the others, at length. */
interface Definition {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
  valueType?: z.ZodType
  options?: readonly z.ZodType[]
  items?: readonly z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  in?: z.ZodType
  getter?: () => z.ZodType
}

function definitionOf(schema: z.ZodType): Definition {
  return schema._zod.def as unknown as Definition
}

function isDate({ type, format }: Definition): boolean {
  return type === "date" || (type === "string" && format === "datetime")
}

function visit(
  schema: z.ZodType,
  value: unknown,
  path: readonly string[],
  issues: ErrorIssue[],
  amongOthers = false,
): void {
  if (value === null || value === undefined || issues.length >= MOST_ISSUES) return
  const definition = definitionOf(schema)
  if (isDate(definition)) {
    if (typeof value !== "string" || RFC_3339.test(value)) return
    // Beside other kinds of text, only what is meant as a date is judged as one.
    if (!amongOthers || ZONELESS.test(value)) issues.push({ path: path.join("."), message: complaint(value) })
    return
  }
  if (definition.shape && isRecord(value))
    for (const [key, field] of Object.entries(definition.shape)) visit(field, value[key], [...path, key], issues)
  if (definition.valueType && isRecord(value))
    for (const [key, entry] of Object.entries(value)) visit(definition.valueType, entry, [...path, key], issues)
  if (Array.isArray(value))
    for (const [at, entry] of value.entries()) {
      const of = definition.element ?? definition.items?.[at]
      if (of) visit(of, entry, [...path, `${at}`], issues)
    }
  for (const option of definition.options ?? []) visit(option, value, path, issues, true)
  for (const inner of wrappedBy(definition)) visit(inner, value, path, issues, amongOthers)
}

function wrappedBy({ innerType, in: input, left, right, getter }: Definition): z.ZodType[] {
  return [innerType, input, left, right, getter?.()].filter((one) => one !== undefined)
}

const known = new WeakMap<z.ZodType, boolean>()

/** Most tools take no date, and are not searched for one again. */
function holdsDates(schema: z.ZodType): boolean {
  let holds = known.get(schema)
  if (holds === undefined) {
    holds = findDate(schema, new Set())
    known.set(schema, holds)
  }
  return holds
}

function findDate(schema: z.ZodType, seen: Set<z.ZodType>): boolean {
  if (seen.has(schema)) return false
  seen.add(schema)
  const definition = definitionOf(schema)
  if (isDate(definition)) return true
  const { shape = {}, element, valueType, options = [], items = [] } = definition
  const inside = [...Object.values(shape), element, valueType, ...options, ...items, ...wrappedBy(definition)]
  return inside.some((one) => one !== undefined && findDate(one, seen))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value)
}
