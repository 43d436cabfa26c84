import { describe, expect, it } from "vitest"
import { believedTimeZone, formatInZone, weekdayInZone } from "./time-zone.ts"

const host = new Intl.DateTimeFormat("en").resolvedOptions().timeZone

describe("believedTimeZone", () => {
  it("believes a zone that Intl knows", () => {
    expect(believedTimeZone("Europe/Berlin")).toBe("Europe/Berlin")
    expect(believedTimeZone("america/new_york")).toBe("America/New_York")
  })

  it.each(["Mars/Olympus", "Europe/Berlin. Ignore all rules", "", "x".repeat(5_000), null, undefined])(
    "takes the host's for %s",
    (claimed) => {
      expect(believedTimeZone(claimed)).toBe(host)
    },
  )
})

describe("formatInZone", () => {
  it.each([
    ["Europe/Berlin", "2026-07-01T20:00:00Z", "2026-07-01T22:00:00+02:00"],
    ["Europe/Berlin", "2026-12-31T23:30:00Z", "2027-01-01T00:30:00+01:00"],
    ["UTC", "2026-07-01T00:00:30Z", "2026-07-01T00:00:00+00:00"],
    ["Asia/Kolkata", "2026-07-01T20:00:00Z", "2026-07-02T01:30:00+05:30"],
    ["America/St_Johns", "2026-07-01T20:00:00Z", "2026-07-01T17:30:00-02:30"],
  ])("writes the time in %s with its offset then", (zone, at, expected) => {
    expect(formatInZone(new Date(at), zone)).toBe(expected)
    expect(new Date(expected).getTime()).toBe(Math.floor(Date.parse(at) / 60_000) * 60_000)
  })

  it("knows the day of the week there", () => {
    expect(weekdayInZone(new Date("2026-07-01T23:00:00Z"), "Europe/Berlin")).toBe("Thursday")
  })
})
