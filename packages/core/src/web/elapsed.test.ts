import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { elapsedMs } from "./elapsed.ts"

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
})

it("counts the time for which the machine slept, and does not go back with a clock that is set", () => {
  const before = elapsedMs()

  vi.setSystemTime(Date.now() + 3_600_000)
  expect(elapsedMs() - before).toBeGreaterThanOrEqual(3_600_000)

  const after = elapsedMs()
  vi.setSystemTime(Date.now() - 7_200_000)
  vi.advanceTimersByTime(10)
  expect(elapsedMs() - after).toBe(10)
})
