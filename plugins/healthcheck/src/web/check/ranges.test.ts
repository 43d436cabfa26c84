import { describe, expect, it } from "vitest"
import type { StatsPoint } from "../../contract/run.ts"
import { countsOf, maintenanceSpans, periodsOf, pointsOf, RANGES, rangeOf, statusOf, windowOf } from "./ranges.ts"

const QUIET = { ok: 0, degraded: 0, failed: 0, missed: 0, inMaintenance: 0, p50: null, p95: null, p99: null, max: null }
const point = (hour: number, counts: Partial<StatsPoint>): StatsPoint => ({
  from: `2026-11-17T${String(hour).padStart(2, "0")}:00:00.000Z`,
  to: `2026-11-17T${String(hour + 1).padStart(2, "0")}:00:00.000Z`,
  ...QUIET,
  ...counts,
})

describe("the range of a check's charts", () => {
  it("never asks for more than 2,000 points, and for fewer where runs are rare", () => {
    for (const range of RANGES)
      for (const seconds of [5, 60, 3_600, 86_400]) {
        expect(pointsOf(range, seconds)).toBeLessThanOrEqual(1_080)
        expect(range.ms / pointsOf(range, seconds)).toBeGreaterThanOrEqual(Math.min(seconds * 1_000, range.ms / 2))
      }
    expect(periodsOf(rangeOf("24h"), 60)).toBe(90)
    expect(periodsOf(rangeOf("24h"), 3_600)).toBe(24)
  })

  it("moves in steps and is as long as it says", () => {
    const { from, to } = windowOf(rangeOf("90d"), Date.parse("2026-11-17T10:12:13Z"))
    expect(to).toBe("2026-11-17T11:00:00.000Z")
    expect(Date.parse(to) - Date.parse(from)).toBe(90 * 86_400_000)
  })

  it("that nobody offers is the shortest one", () => {
    expect(rangeOf("10y").value).toBe("24h")
  })
})

describe("a period", () => {
  it("shows the worst of its runs, maintenance only where nothing else ran, and says how many there were", () => {
    expect(statusOf(point(1, { ok: 58, failed: 2 }))).toBe("unhealthy")
    expect(statusOf(point(1, { ok: 58, degraded: 2 }))).toBe("degraded")
    expect(statusOf(point(1, { ok: 1, inMaintenance: 3 }))).toBe("healthy")
    expect(statusOf(point(1, { inMaintenance: 3 }))).toBe("maintenance")
    expect(statusOf(point(1, { missed: 1 }))).toBe("unknown")
    expect(statusOf(point(1, {}))).toBe("unreported")
    expect(countsOf(point(1, { ok: 1_058, failed: 2, inMaintenance: 4 }))).toBe(
      "1,058 good, 2 failed, 4 in maintenance",
    )
    expect(countsOf(point(1, {}))).toBe("No runs")
  })

  it("in maintenance makes one stretch with those beside it", () => {
    const points = [
      point(1, { inMaintenance: 1 }),
      point(2, { inMaintenance: 2 }),
      point(3, {}),
      point(4, { inMaintenance: 1 }),
    ]
    expect(maintenanceSpans(points).map(({ from, to }) => [from.slice(11, 13), to.slice(11, 13)])).toEqual([
      ["01", "03"],
      ["04", "05"],
    ])
  })
})
