import type { Operator } from "../../contract/assertion.ts"

type Wanted = string | number | boolean | null | undefined

/** Whether it holds. A value of another type does not hold and says so; nothing is converted but digits to a number. */
export async function compare(
  operator: Operator,
  actual: unknown,
  wanted: Wanted,
): Promise<{ passed: boolean; problem?: string }> {
  if (operator === "exists") return { passed: actual !== undefined && actual !== null }
  if (operator === "notExists") return { passed: actual === undefined || actual === null }
  if (actual === undefined || actual === null) return { passed: operator === "isEmpty" || isNegative(operator) }
  if (operator === "matches") return matches(actual, wanted)
  const passed = holds(operator, actual, wanted)
  return passed === null ? { passed: false, problem: mismatch(operator, actual) } : { passed }
}

/** Null: the operator says nothing about such a value. */
function holds(operator: Operator, actual: unknown, wanted: Wanted): boolean | null {
  switch (operator) {
    case "equals":
      return equal(actual, wanted)
    case "notEquals":
      return !equal(actual, wanted)
    case "lessThan":
    case "lessThanOrEqual":
    case "greaterThan":
    case "greaterThanOrEqual":
      return ordered(operator, actual, wanted)
    case "contains":
    case "notContains": {
      const contained = contains(actual, wanted)
      return contained === null ? null : contained === (operator === "contains")
    }
    case "startsWith":
      return typeof actual === "string" ? actual.startsWith(String(wanted)) : null
    case "endsWith":
      return typeof actual === "string" ? actual.endsWith(String(wanted)) : null
    case "isEmpty":
    case "isNotEmpty": {
      if (typeof actual !== "string" && !Array.isArray(actual)) return null
      return (actual.length === 0) === (operator === "isEmpty")
    }
    case "isTrue":
      return typeof actual === "boolean" ? actual : null
    case "isFalse":
      return typeof actual === "boolean" ? !actual : null
    case "lengthEquals":
      return Array.isArray(actual) ? actual.length === Number(wanted) : null
    case "lengthGreaterThan":
      return Array.isArray(actual) ? actual.length > Number(wanted) : null
    default:
      return null
  }
}

function equal(actual: unknown, wanted: Wanted): boolean {
  if (actual === wanted) return true
  // A form sends text: "200" is meant as the number where the field is one.
  if (typeof actual === "number") return typeof wanted === "string" && isNumeric(wanted) && Number(wanted) === actual
  if (typeof actual === "string") return typeof wanted === "number" && String(wanted) === actual
  return typeof actual === "boolean" && String(actual) === wanted
}

function ordered(operator: Operator, actual: unknown, wanted: Wanted): boolean | null {
  const [left, right] = [numberOf(actual), numberOf(wanted)]
  if (left === null || right === null) return null
  if (operator === "lessThan") return left < right
  if (operator === "lessThanOrEqual") return left <= right
  return operator === "greaterThan" ? left > right : left >= right
}

function contains(actual: unknown, wanted: Wanted): boolean | null {
  if (typeof actual === "string") return actual.includes(String(wanted))
  return Array.isArray(actual) ? actual.some((part) => equal(part, wanted)) : null
}

async function matches(actual: unknown, wanted: Wanted): Promise<{ passed: boolean; problem?: string }> {
  if (typeof actual !== "string") return { passed: false, problem: mismatch("matches", actual) }
  const { compilePattern } = await import("./pattern.ts")
  const pattern = compilePattern(String(wanted))
  return "problem" in pattern ? { passed: false, problem: pattern.problem } : { passed: pattern.test(actual) }
}

function isNegative(operator: Operator): boolean {
  return operator === "notEquals" || operator === "notContains"
}

function numberOf(value: unknown): number | null {
  if (typeof value === "number") return Number.isNaN(value) ? null : value
  return typeof value === "string" && isNumeric(value) ? Number(value) : null
}

function isNumeric(text: string): boolean {
  return text.length <= 40 && text.trim() !== "" && !Number.isNaN(Number(text))
}

function mismatch(operator: Operator, actual: unknown): string {
  const kind = Array.isArray(actual) ? "a list" : typeof actual === "string" ? "text" : `a ${typeof actual}`
  return `it is ${kind}, and "${operator}" says nothing about that.`
}

/** After "should". */
export function phraseOf(operator: Operator, wanted: Wanted): string {
  const value = typeof wanted === "string" ? JSON.stringify(wanted) : String(wanted)
  return PHRASES[operator].replace("%", () => value)
}

const PHRASES: Readonly<Record<Operator, string>> = {
  equals: "be %",
  notEquals: "not be %",
  lessThan: "be less than %",
  lessThanOrEqual: "be at most %",
  greaterThan: "be greater than %",
  greaterThanOrEqual: "be at least %",
  contains: "contain %",
  notContains: "not contain %",
  startsWith: "begin with %",
  endsWith: "end with %",
  matches: "match %",
  isEmpty: "be empty",
  isNotEmpty: "not be empty",
  isTrue: "be true",
  isFalse: "be false",
  lengthEquals: "have a length of %",
  lengthGreaterThan: "have a length greater than %",
  exists: "be there",
  notExists: "not be there",
}
