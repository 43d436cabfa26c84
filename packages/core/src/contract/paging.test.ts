import { describe, expect, it } from "vitest"
import { Instant } from "./paging.ts"

describe("Instant", () => {
  it.each([
    "2026-07-01T22:00:00+02:00",
    "2026-07-01T20:00:00.123456Z",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "2026-01-01T00:00:00-15:59",
  ])("takes %s", (text) => {
    expect(Instant.safeParse(text).success).toBe(true)
  })

  it.each([
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "9999-12-31T23:59:59-12:00",
    "2026-01-01T00:00:00+23:59",
    "2026-01-01T00:00:00-16:00",
    "2026-02-30T00:00:00Z",
    "2026-12-31T23:59:60Z",
    "+010000-01-01T00:00:00Z",
    `2026-01-01T00:00:00.${"9".repeat(60)}Z`,
  ])("refuses %s, which Postgres could not hold or nobody could read", (text) => {
    expect(Instant.safeParse(text).success).toBe(false)
  })
})
