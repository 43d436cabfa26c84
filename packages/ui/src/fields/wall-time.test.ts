import { describe, expect, it } from "vitest"
import { readWallTime, wallTimeOf, zoneOffset } from "./wall-time.ts"

const read = (text: string, zone: string) => {
  const answer = readWallTime(text, zone)
  return answer && { ...answer, taken: answer.taken.toISOString(), other: answer.other?.toISOString() ?? null }
}
const once = (taken: string) => ({ taken, other: null, skipped: false })

describe("a time on the wall", () => {
  it.each([
    ["2026-11-17T14:30", "Europe/Berlin", "2026-11-17T13:30:00.000Z"],
    ["2026-07-17T14:30", "Europe/Berlin", "2026-07-17T12:30:00.000Z"],
    ["2026-11-17T14:30", "UTC", "2026-11-17T14:30:00.000Z"],
    ["2026-11-17T14:30", "Asia/Kolkata", "2026-11-17T09:00:00.000Z"],
    ["2026-11-17T00:00", "Pacific/Kiritimati", "2026-11-16T10:00:00.000Z"],
    ["2026-11-17T23:59", "America/St_Johns", "2026-11-18T03:29:00.000Z"],
  ])("%s in %s is %s, and back", (text, zone, instant) => {
    expect(read(text, zone)).toEqual(once(instant))
    expect(wallTimeOf(new Date(instant), zone)).toBe(text)
  })

  it("that the clock skips is taken as long after the change as was written", () => {
    expect(read("2026-03-29T02:30", "Europe/Berlin")).toEqual({
      taken: "2026-03-29T01:30:00.000Z",
      other: null,
      skipped: true,
    })
    expect(wallTimeOf(new Date("2026-03-29T01:30:00.000Z"), "Europe/Berlin")).toBe("2026-03-29T03:30")
  })

  it("that comes twice is taken the first time, and the second is named", () => {
    expect(read("2026-10-25T02:30", "Europe/Berlin")).toEqual({
      taken: "2026-10-25T00:30:00.000Z",
      other: "2026-10-25T01:30:00.000Z",
      skipped: false,
    })
    // Half an hour, not an hour.
    expect(read("2026-04-05T01:45", "Australia/Lord_Howe")).toMatchObject({
      taken: "2026-04-04T14:45:00.000Z",
      other: "2026-04-04T15:15:00.000Z",
    })
  })

  it("beside a change comes once", () => {
    for (const text of ["2026-03-29T01:59", "2026-03-29T03:00", "2026-10-25T01:59", "2026-10-25T03:00"])
      expect(read(text, "Europe/Berlin")).toMatchObject({ other: null, skipped: false })
  })

  it.each([
    "",
    "tomorrow",
    "2026-02-30T10:00",
    "2026-13-01T10:00",
    "2026-11-17T25:00",
    "2026-11-17",
    "0202-11-17T10:00",
  ])("is not %j", (text) => {
    expect(readWallTime(text, "UTC")).toBeNull()
  })

  it("is so far from UTC", () => {
    expect(zoneOffset(new Date("2026-11-17T12:00Z"), "Asia/Kolkata")).toBe("UTC+5:30")
    expect(zoneOffset(new Date("2026-11-17T12:00Z"), "America/New_York")).toBe("UTC−5")
  })
})
