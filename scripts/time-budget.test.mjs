import { describe, expect, it } from "vitest"
import { BUDGET, judgeTimes } from "./time-budget.mjs"

const report = (durations, tookMs = 60_000) => ({
  startTime: 1_000,
  testResults: [
    {
      name: "/somewhere/shop.test.ts",
      endTime: 1_000 + tookMs,
      assertionResults: durations.map((duration, at) => ({ fullName: `the shop opens ${at}`, duration })),
    },
  ],
})

describe("the time that a run took", () => {
  it("is told with its ten slowest tests, the slowest first", () => {
    const { lines, late } = judgeTimes(report([...Array(12).keys()].map((at) => at * 1_000)))
    expect(late).toBe(0)
    expect(lines).toHaveLength(11)
    expect(lines[0]).toContain("The tests took 1.0 min; 15.0 min are their share")
    expect(lines[1]).toContain("11.0 s  shop.test.ts: the shop opens 11")
  })

  it("is a failure where a test took what no busy machine explains, and a remark where one could", () => {
    const { testMs, busyFactor } = BUDGET
    const { lines, late } = judgeTimes(report([testMs * busyFactor + 1, testMs + 1, testMs, null]))
    expect(late).toBe(1)
    expect(lines[1]).toContain("FAR TOO LONG")
    expect(lines[2]).toContain("too long, unless the machine is busy")
    expect(lines[3]).not.toContain("too long")
    expect(lines.at(-1)).toContain("1 took more than 60.0 s")
  })

  it("is a failure where the whole took far more than its share", () => {
    expect(judgeTimes(report([1], BUDGET.runMs * BUDGET.busyFactor)).late).toBe(0)
    const { lines, late } = judgeTimes(report([1], BUDGET.runMs * BUDGET.busyFactor + 1))
    expect([late, lines.at(-1)]).toEqual([1, "The whole took more than 45.0 min. Find what grew among the slowest."])
  })
})
