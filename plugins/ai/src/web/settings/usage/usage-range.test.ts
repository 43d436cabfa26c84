import { describe, expect, it } from "vitest"
import { dayLabel, monthStart, rangeStart } from "./usage-range.ts"

describe("rangeStart", () => {
  it.each([
    ["a zone ahead, late in the UTC day", 1, "Asia/Tokyo", "2026-11-16T20:00:00Z", "2026-11-16T15:00:00.000Z"],
    [
      "a zone behind, early in the UTC day",
      1,
      "America/Los_Angeles",
      "2026-11-16T03:00:00Z",
      "2026-11-15T08:00:00.000Z",
    ],
    ["across the end of summer time", 30, "Europe/Vienna", "2026-11-16T12:00:00Z", "2026-10-17T22:00:00.000Z"],
    ["the day summer time ends", 1, "Europe/Vienna", "2026-10-25T12:00:00Z", "2026-10-24T22:00:00.000Z"],
    ["the day summer time begins", 1, "Europe/Vienna", "2026-03-29T12:00:00Z", "2026-03-28T23:00:00.000Z"],
    ["a day whose clocks skip midnight", 1, "America/Santiago", "2026-09-06T12:00:00Z", "2026-09-06T04:00:00.000Z"],
    ["a zone of a quarter hour", 7, "Asia/Kathmandu", "2026-11-16T12:00:00Z", "2026-11-09T18:15:00.000Z"],
    ["UTC", 90, "UTC", "2026-11-16T00:00:00Z", "2026-08-19T00:00:00.000Z"],
  ])("finds where the first day began: %s", (_, days, zone, now, start) => {
    expect(rangeStart(days, zone, new Date(now))).toBe(start)
  })
})

describe("monthStart", () => {
  it.each([
    [
      "a zone ahead that is in the next month already",
      "Asia/Tokyo",
      "2026-10-31T20:00:00Z",
      "2026-10-31T15:00:00.000Z",
    ],
    [
      "a zone behind that is in the last month still",
      "America/Los_Angeles",
      "2026-11-01T03:00:00Z",
      "2026-10-01T07:00:00.000Z",
    ],
    ["across the end of summer time", "Europe/Vienna", "2026-10-31T12:00:00Z", "2026-09-30T22:00:00.000Z"],
    ["its first instant", "UTC", "2026-11-01T00:00:00Z", "2026-11-01T00:00:00.000Z"],
  ])("finds where the month began: %s", (_, zone, now, start) => {
    expect(monthStart(zone, new Date(now))).toBe(start)
  })
})

describe("dayLabel", () => {
  it("names the server's day, whatever the browser's zone", () => {
    expect(dayLabel("2026-11-16")).toBe("16 Nov")
  })
})
