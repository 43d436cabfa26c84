import { describe, expect, it } from "vitest"
import { storeRuns, testHistory } from "./history.fixture.ts"
import { hourlyDurations } from "./hourly-durations.ts"
import { uptimeOf, usualRanges } from "./uptime.ts"

const { tx, check, forwardTo } = await testHistory()

describe("uptimeOf", () => {
  it("counts good and degraded runs among those that were neither missed nor in maintenance", async () => {
    const { targetId } = await check()
    const hour = await forwardTo(30)
    const at = (minute: number) => ({ targetId, at: new Date(hour + minute * 60_000) })
    await storeRuns(tx, [
      { ...at(0), outcome: "ok", ms: 20 },
      { ...at(1), outcome: "degraded", ms: 900 },
      { ...at(2), outcome: "failed" },
      { ...at(3), outcome: "missed" },
      { ...at(4), outcome: "failed", inMaintenance: true },
      { ...at(5), outcome: "ok", ms: 20 },
    ])
    const told = await uptimeOf(tx, new Map([["both", [targetId]]]), usualRanges)

    expect(told.get("both")).toEqual({ day: 0.75, week: 0.75, month: 0.75, quarter: 0.75 })
    expect(await uptimeOf(tx, new Map([["none", []]]), usualRanges)).toEqual(
      new Map([["none", { day: null, week: null, month: null, quarter: null }]]),
    )
  })
})

describe("hourlyDurations", () => {
  it("tells the median of each of the last 24 hours, over all targets of a group, and of runs that got an answer", async () => {
    const { targetIds } = await check({ environmentIds: [null, crypto.randomUUID()] })
    const hour = await forwardTo(10)
    const run = (target: number, minute: number) => ({
      targetId: targetIds[target]!,
      at: new Date(hour + minute * 60_000),
    })
    await storeRuns(tx, [
      { ...run(0, 1), outcome: "ok", ms: 100 },
      { ...run(1, 1), outcome: "ok", ms: 300 },
      { ...run(1, 2), outcome: "failed", ms: 400, failedAssertions: [0] },
      { ...run(0, 3), outcome: "failed", ms: 0.3 },
      { ...run(0, -60), outcome: "ok", ms: 50 },
      { ...run(0, -24 * 60), outcome: "ok", ms: 9_000 },
    ])
    const hours = (await hourlyDurations(tx, new Map([["check", targetIds]]))).get("check")!

    expect(hours).toHaveLength(24)
    expect(hours.slice(0, 22)).toEqual(Array(22).fill(null))
    expect(hours[22]).toBeCloseTo(50, -1)
    expect(Math.abs(hours[23]! / 300 - 1)).toBeLessThan(0.01)
  })
})
