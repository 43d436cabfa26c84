import type { AssertionRow, Way } from "./check-draft.ts"
import { fieldOf } from "./check-draft.ts"

/** A value that a trial brought back, as a thing to hold later runs to. */
export interface Found {
  collector: string
  field: string
  /** Keys and places within the field, outermost first. */
  inside: readonly (string | number)[]
  value: unknown
}

// A text that is longer is looked for by its beginning.
const LONGEST = 80

/** What most people mean by clicking it: as good as this, and not slower than twice as long. */
export function assertionFrom(way: Way, { collector, field, inside, value }: Found): AssertionRow {
  const type = fieldOf(way, { collector, field })?.type
  const isPart = type === "record" && inside.length === 1
  const row = {
    collector,
    field,
    part: isPart ? String(inside[0]) : "",
    path: isPart || inside.length === 0 ? "" : jsonPath(inside),
    severity: "unhealthy" as const,
  }
  if (typeof value === "boolean") return { ...row, operator: value ? "isTrue" : "isFalse", value: "" }
  if (typeof value === "number" && field.endsWith("Ms"))
    return { ...row, operator: "lessThanOrEqual", value: String(roomFor(value)), severity: "degraded" }
  if (typeof value === "number" && field === "days") return { ...row, operator: "greaterThan", value: "14" }
  if (Array.isArray(value)) return { ...row, operator: "lengthGreaterThan", value: "0" }
  if (value === null || typeof value === "object") return { ...row, operator: "exists", value: "" }
  const text = String(value)
  if (text === "" && typeof value === "string") return { ...row, operator: "isEmpty", value: "" }
  if (text.length > LONGEST || text.includes("\n"))
    return { ...row, operator: "contains", value: firstLine(text).slice(0, LONGEST) }
  return { ...row, operator: "equals", value: text }
}

/** `$.checks[0]['a-b']`, as RFC 9535 writes it. */
export function jsonPath(inside: readonly (string | number)[]): string {
  const steps = inside.map((step) => {
    if (typeof step === "number") return `[${step}]`
    if (/^[A-Za-z_]\w*$/.test(step)) return `.${step}`
    return `['${step.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`
  })
  return `$${steps.join("")}`
}

/** Twice as long, rounded up to two digits: 182 ms becomes 370. */
function roomFor(ms: number): number {
  const twice = Math.max(ms * 2, 10)
  const step = 10 ** Math.max(0, Math.floor(Math.log10(twice)) - 1)
  return Math.ceil(twice / step) * step
}

function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? ""
}
