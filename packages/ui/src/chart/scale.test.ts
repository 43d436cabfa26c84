import { describe, expect, it } from "vitest"
import { labelledBars, niceTicks } from "./scale.ts"

describe("niceTicks", () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [97, [0, 25, 50, 75, 100]],
    [100, [0, 25, 50, 75, 100]],
    [1_234_567, [0, 500_000, 1_000_000, 1_500_000]],
    [0.3, [0, 0.1, 0.2, 0.3]],
  ])("covers %d with round steps", (largest, ticks) => {
    expect(niceTicks(largest)).toEqual(ticks)
  })
})

describe("labelledBars", () => {
  it("labels all that fit, and always the latest", () => {
    expect([...labelledBars(7, 15)]).toHaveLength(7)
    expect(labelledBars(90, 4).has(89)).toBe(true)
    expect(labelledBars(90, 4).size).toBeLessThanOrEqual(4)
    expect(labelledBars(30, 15).size).toBeLessThanOrEqual(15)
  })
})
