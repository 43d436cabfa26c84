import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { createLastTeller, createLiveRuns } from "./live-runs.ts"

/** Stores what ran and tells what is due, as the verb does. */
function testPages() {
  const runs = createLiveRuns()
  const told: { at: number; ids: readonly string[] }[] = []
  const begunAt = performance.now()
  function store(ran: string[], atOnce = false) {
    const due = runs.due(ran, { atOnce })
    if (due.length === 0) return runs.keep(ran)
    told.push({ at: performance.now() - begunAt, ids: due })
    runs.told(due)
  }
  const last = createLastTeller(runs, async () => store([]))
  return {
    told,
    last,
    ran(...ids: string[]) {
      store(ids)
      last.look()
    },
    asked(...ids: string[]) {
      store(ids, true)
      last.look()
    },
  }
}

describe("open pages", () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it("hear of the first run at once, of those soon after together, and of the last though none follows", async () => {
    const { told, ran } = testPages()
    ran("a")
    await vi.advanceTimersByTimeAsync(1_000)
    ran("b")
    await vi.advanceTimersByTimeAsync(1_000)
    ran("c", "b")
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([
      { at: 0, ids: ["a"] },
      { at: 5_000, ids: ["b", "c"] },
    ])
  })

  it("hear of what somebody asked for at once, with everything else that ran", async () => {
    const { told, ran, asked } = testPages()
    ran("a")
    await vi.advanceTimersByTimeAsync(1_000)
    ran("b")
    asked("c")
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([
      { at: 0, ids: ["a"] },
      { at: 1_000, ids: ["b", "c"] },
    ])
  })

  it("hear every five seconds of runs that never end", async () => {
    const { told, ran } = testPages()
    for (let n = 0; n < 120; n++) {
      ran(String(n))
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(told.length).toBeLessThanOrEqual(13)
    expect(new Set(told.flatMap(({ ids }) => ids)).size).toBeGreaterThan(105)
  })

  it("hear nothing of a server that stopped", async () => {
    const { told, ran, last } = testPages()
    ran("a")
    ran("b")
    last.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toHaveLength(1)
  })
})
