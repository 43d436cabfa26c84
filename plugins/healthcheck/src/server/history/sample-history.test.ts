import { describe, expect, it } from "vitest"
import { testHistory } from "./history.fixture.ts"
import { hourlyDurations } from "./hourly-durations.ts"
import { runHistory } from "./reads/run-history.ts"
import { runStats } from "./reads/run-stats.ts"
import { addSampleHistory } from "./sample-history.ts"

const { tx, olga, check } = await testHistory()

describe("addSampleHistory", () => {
  it("fills a week that charts can show at once: one is slow at night, one flaps, one has failed for an hour", async () => {
    const [slow, flapping, failing] = [await check(), await check(), await check()]
    const started = performance.now()
    await tx.transaction((t) =>
      addSampleHistory(t, [
        { targetId: slow.targetId, intervalSeconds: 60, course: "slow at night", sentence: "" },
        { targetId: flapping.targetId, intervalSeconds: 60, course: "flapping", sentence: "Answers take long." },
        { targetId: failing.targetId, intervalSeconds: 120, course: "failing", sentence: "The export is missing." },
      ]),
    )
    // One statement for each course takes a second; one for each run would take minutes.
    expect(performance.now() - started).toBeLessThan(20_000)
    const week = { from: new Date(Date.now() - 7 * 86_400_000).toISOString(), buckets: 168 }

    const nights = await runStats(olga, { checkId: slow.checkId, ...week })
    const medians = Map.groupBy(nights.points, ({ from }) => [1, 2, 3].includes(new Date(from).getUTCHours()))
    const slowest = (points: typeof nights.points = []) => Math.max(...points.map(({ p50 }) => p50 ?? 0))
    expect(nights.points.length).toBeGreaterThan(160)
    expect(slowest(medians.get(true))).toBeGreaterThan(2 * slowest(medians.get(false)))
    expect(nights.points.reduce((sum, { missed }) => sum + missed, 0)).toBeGreaterThan(10)

    const flaps = await runStats(olga, { checkId: flapping.checkId, ...week })
    expect(flaps.points.filter(({ ok, degraded }) => ok > 0 && degraded > 0).length).toBeGreaterThan(100)
    expect(flaps.uptime).toBe(1)

    const { items } = await runHistory(olga, { checkId: failing.checkId, status: ["failed"], limit: 200 })
    // An hour of one every two minutes.
    expect(items.length).toBeGreaterThanOrEqual(28)
    expect(items.length).toBeLessThanOrEqual(30)
    expect(items[0]).toMatchObject({ outcome: "failed", sentence: "The export is missing.", kept: true })
    const hours = (await hourlyDurations(tx, new Map([["slow", [slow.targetId]]]))).get("slow")!
    expect(hours.filter((median) => median !== null).length).toBeGreaterThanOrEqual(23)
  })
})
