import { describe, expect, it } from "vitest"
import { cleanJson, cleanText } from "./clean-text.ts"

describe("cleanText", () => {
  it.each([
    ["a\u0000b", "ab"],
    ["half \ud83d of a pair", "half \ufffd of a pair"],
    ["\udc00\u0000", "\ufffd"],
    ["🚒 ü 障害", "🚒 ü 障害"],
  ])("makes %j something Postgres can hold", (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })
})

describe("cleanJson", () => {
  it("cleans texts and keys at any depth, and nothing else", () => {
    const at = new Date()

    expect(cleanJson({ "k\u0000": ["a\u0000", { b: "\ud83d" }], n: 1, no: null, yes: true, at })).toEqual({
      k: ["a", { b: "\ufffd" }],
      n: 1,
      no: null,
      yes: true,
      at,
    })
  })

  it("gives back what is clean, untouched", () => {
    const value = { a: [1, "b", { c: "d" }] }
    expect(cleanJson(value)).toBe(value)
  })
})
