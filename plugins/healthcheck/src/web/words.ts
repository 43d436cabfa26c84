import { formatCount, formatDuration, formatNumber } from "@countersign/ui"
import type { Assertion, Operator } from "../contract/assertion.ts"
import type { StatusRule } from "../contract/status-rule.ts"

/** What stands in the filter of the list. */
export const FILTER_WORDS = {
  unhealthy: "Unhealthy",
  degraded: "Degraded",
  unknown: "Unknown",
  healthy: "Healthy",
  pending: "No status yet",
  paused: "Paused",
} as const

export const OUTCOME_WORDS = { ok: "Good", degraded: "Degraded", failed: "Failed", missed: "Missed" } as const

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

/** "every 30 s", "every minute", "every 5 min", "every day". */
export function everyWords(seconds: number): string {
  return `every ${UNITS[seconds] ?? formatDuration(seconds * 1_000)}`
}

const UNITS: Readonly<Record<number, string>> = { 60: "minute", 3600: "hour", 86400: "day" }

/** Milliseconds as people compare them: "0.4 ms", "182 ms", "1.24 s", "1 min 4 s". */
export function formatMs(ms: number): string {
  if (ms < 10) return `${formatNumber(ms, 1)} ms`
  if (ms < 1_000) return `${Math.round(ms)} ms`
  return ms < 60_000 ? `${formatNumber(ms / 1_000, 2)} s` : formatDuration(ms)
}

/** "Status is 200", "JSON at $.state is “up”". `title` is what people call the field. */
export function assertionWords({ field, path, operator, value }: Assertion, title = field): string {
  const subject = path === undefined ? title : `${title} at ${path}`
  const says = OPERATOR_WORDS[operator]
  if (value === undefined || value === null) return `${subject} ${says}`
  return `${subject} ${says} ${typeof value === "string" ? `“${value}”` : String(value)}`
}

export function ruleWords(rule: StatusRule): string {
  if (rule.kind === "window")
    return `Of the latest ${formatCount(rule.runs, "run")}: unhealthy from ${rule.unhealthyFrom} failed, degraded from ${rule.degradedFrom} degraded or failed`
  const { unhealthyAfter, degradedAfter, healthyAfter } = rule
  return `Unhealthy after ${formatCount(unhealthyAfter, "failed run")} in a row, degraded after ${degradedAfter}, healthy after ${formatCount(healthyAfter, "good run")}`
}
