import type { StatsPoint } from "../../contract/run.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** `points`: of the chart, in whole hours or parts of one, so that hours that were added up fall into one point each. */
export const RANGES = [
  { value: "24h", label: "24 h", words: "last 24 hours", ms: DAY_MS, points: 144, stepMs: 10 * 60_000 },
  { value: "7d", label: "7 d", words: "last 7 days", ms: 7 * DAY_MS, points: 336, stepMs: HOUR_MS },
  { value: "30d", label: "30 d", words: "last 30 days", ms: 30 * DAY_MS, points: 720, stepMs: HOUR_MS },
  { value: "90d", label: "90 d", words: "last 90 days", ms: 90 * DAY_MS, points: 1_080, stepMs: HOUR_MS },
] as const
export type Range = (typeof RANGES)[number]

export function rangeOf(value: string | undefined): Range {
  return RANGES.find((range) => range.value === value) ?? RANGES[0]
}

/** It moves in steps: with every second it would be asked for anew each time it is drawn. */
export function windowOf({ ms, stepMs }: Range, now = Date.now()): { from: string; to: string } {
  const to = Math.ceil(now / stepMs) * stepMs
  return { from: new Date(to - ms).toISOString(), to: new Date(to).toISOString() }
}

const PERIODS = 90

/** Where runs are rarer than periods, most would be empty: there are as many as there are runs. */
export function periodsOf({ ms }: Range, intervalSeconds: number): number {
  return Math.max(1, Math.min(PERIODS, Math.floor(ms / (intervalSeconds * 1_000))))
}

/** The same for the points of the chart, whose lines would break at every one without a run. */
export function pointsOf({ ms, points }: Range, intervalSeconds: number): number {
  let count: number = points
  while (count > 2 && ms / count < intervalSeconds * 1_000) count = Math.floor(count / 2)
  return count
}

/** What a period shows: the worst that happened in it outside of maintenance. */
export function statusOf({ ok, degraded, failed, missed, inMaintenance }: StatsPoint) {
  if (failed > 0) return "unhealthy"
  if (degraded > 0) return "degraded"
  if (ok > 0) return "healthy"
  if (inMaintenance > 0) return "maintenance"
  return missed > 0 ? "unknown" : "unreported"
}

/** "58 good, 2 failed, 4 in maintenance". */
export function countsOf({ ok, degraded, failed, missed, inMaintenance }: StatsPoint): string {
  const parts = [
    [ok, "good"],
    [degraded, "degraded"],
    [failed, "failed"],
    [missed, "missed"],
    [inMaintenance, "in maintenance"],
  ] as const
  const said = parts.flatMap(([count, word]) => (count > 0 ? [`${count.toLocaleString("en")} ${word}`] : []))
  return said.join(", ") || "No runs"
}

/** Stretches of points with runs in maintenance, put together. */
export function maintenanceSpans(points: readonly StatsPoint[]): { from: string; to: string; label: string }[] {
  const spans: { from: string; to: string; label: string }[] = []
  for (const { from, to, inMaintenance } of points) {
    if (inMaintenance === 0) continue
    const last = spans.at(-1)
    if (last?.to === from) last.to = to
    else spans.push({ from, to, label: "Maintenance" })
  }
  return spans
}
