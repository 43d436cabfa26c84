import { describe, expect, it } from "vitest"
import { leanResult } from "./lean-result.ts"

describe("leanResult", () => {
  it("drops nulls, empties within entries and unwanted keys, and keeps an empty list that is the answer", () => {
    const page = { items: [{ name: "Shop", description: "", tags: [], owner: null, version: 3 }], nextCursor: null }

    expect(leanResult(page, { drop: ["version"] })).toEqual({ items: [{ name: "Shop" }] })
    expect(leanResult({ items: [], nextCursor: null })).toEqual({ items: [] })
  })

  it("cuts long texts and says so", () => {
    expect(leanResult({ text: "abcdef" }, { longest: 3 })).toEqual({ text: "abc… (cut, 6 characters in all)" })
  })

  it.each([null, 7, "short", true, undefined])("passes %s unchanged", (value) => {
    expect(leanResult(value)).toBe(value)
  })
})
