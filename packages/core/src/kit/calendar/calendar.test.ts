import { describe, expect, it } from "vitest"
import { writeCalendar } from "./calendar.ts"

describe("the text of a calendar", () => {
  const entry = {
    uid: "1@countersign",
    sequence: 1,
    title: "",
    description: "",
    url: null,
    startsAt: "2026-11-17T10:00:00.000Z",
    endsAt: "2026-11-17T11:00:00.000Z",
    changedAt: "2026-11-17T09:00:00.000Z",
    cancelled: false,
  }

  it("has lines of at most 75 octets that end as they should, and never breaks a character", () => {
    const title = "Größe 🛠️ ".repeat(60)
    const text = writeCalendar("Maintenance", [{ ...entry, title }])
    const lines = text.split("\r\n")
    expect(lines.at(-1)).toBe("")
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text.replaceAll("\r\n ", "")).toContain(`SUMMARY:${title}\r\n`)
  })

  it("lets nobody write properties of their own", () => {
    const hostile = "a\r\nSTATUS:CANCELLED\nX;Y,Z\\n\u2028END:VEVENT\u0007"
    const text = writeCalendar("Maintenance", [{ ...entry, title: hostile, description: hostile }])
    expect(text.match(/^STATUS:/gm)).toHaveLength(1)
    expect(text.match(/^END:VEVENT/gm)).toHaveLength(1)
    expect(text).toContain("SUMMARY:a\\nSTATUS:CANCELLED\\nX\\;Y\\,Z\\\\n\\nEND:VEVENT\r\n")
  })
})
