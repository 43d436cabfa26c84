import { describe, expect, it } from "vitest"
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatExact,
  formatPercent,
  formatRelative,
  initialsOf,
} from "./format.ts"

const now = new Date("2026-11-16T13:03:22Z")
const before = (ms: number) => new Date(now.getTime() - ms)
const MINUTE = 60_000
const HOUR = 60 * MINUTE

describe("formatRelative", () => {
  it.each([
    [before(10_000), "just now"],
    [before(50_000), "1 min ago"],
    [before(59.9 * MINUTE), "59 min ago"],
    [before(3.9 * HOUR), "3 h ago"],
    [before(30 * HOUR), "1 day ago"],
    [before(29 * 24 * HOUR), "29 days ago"],
    [before(-2 * HOUR), "in 2 h"],
    [before(-5_000), "in a moment"],
  ])("says %s as %s", (instant, words) => {
    expect(formatRelative(instant, now)).toBe(words)
  })

  it("writes the date once it is more than a month away", () => {
    expect(formatRelative("2026-08-17T12:00:00Z", now)).toBe("17 Aug 2026")
  })

  it("does not throw on what is no time", () => {
    expect(formatRelative("soon", now)).toBe("unknown time")
    expect(formatExact("soon")).toBe("unknown time")
  })
})

describe("formatExact", () => {
  it("names the day, the second and the zone", () => {
    expect(formatExact(now, "Europe/Berlin")).toBe("Mon, 16 Nov 2026, 14:03:22 CET")
  })
})

describe("formatPercent", () => {
  it("never rounds up to a perfect month", () => {
    expect(formatPercent(0.9999999)).toBe("99.99 %")
    expect(formatPercent(1)).toBe("100.00 %")
    expect(formatPercent(0.025)).toBe("2.50 %")
  })
})

describe("the other words", () => {
  it("keep two units of a duration", () => {
    expect(formatDuration(320)).toBe("320 ms")
    expect(formatDuration(48_000)).toBe("48 s")
    expect(formatDuration(72 * MINUTE)).toBe("1 h 12 min")
    expect(formatDuration(50 * HOUR + 5_000)).toBe("2 d 2 h")
    expect(formatDuration(HOUR + 5_000)).toBe("1 h")
  })

  it("count and measure", () => {
    expect(formatCount(1, "system")).toBe("1 system")
    expect(formatCount(1204, "system")).toBe("1,204 systems")
    expect(formatBytes(999)).toBe("999 B")
    expect(formatBytes(1_440_000)).toBe("1.4 MB")
  })

  it("take initials from the first and the last word", () => {
    expect(initialsOf("Ana Maria Ruiz")).toBe("AR")
    expect(initialsOf("deploy-bot")).toBe("DB")
    expect(initialsOf("  ")).toBe("?")
  })
})
