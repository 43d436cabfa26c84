import { formatCount, formatDuration, formatNumber } from "@countersign/ui"
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

/** A system that is checked: what it is called, where, and what counts there. */
export function whereInWords(
  one: { systemId: string; environmentIds?: readonly string[] | null; statusRule?: StatusRule | null },
  called: (id: string) => string,
): string[] {
  const { systemId, environmentIds = null, statusRule = null } = one
  const where =
    environmentIds === null
      ? "in all its environments"
      : environmentIds.length === 0
        ? "once, without an environment"
        : `in ${environmentIds.map(called).join(", ")}`
  return [called(systemId), where, statusRule ? ruleWords(statusRule) : "as the check says"]
}

export function ruleWords(rule: StatusRule): string {
  if (rule.kind === "window")
    return `Of the latest ${formatCount(rule.runs, "run")}: unhealthy from ${rule.unhealthyFrom} failed, degraded from ${rule.degradedFrom} degraded or failed`
  const { unhealthyAfter, degradedAfter, healthyAfter } = rule
  return `Unhealthy after ${formatCount(unhealthyAfter, "failed run")} in a row, degraded after ${degradedAfter}, healthy after ${formatCount(healthyAfter, "good run")}`
}
