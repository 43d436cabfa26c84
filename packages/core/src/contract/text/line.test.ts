import { describe, expect, it } from "vitest"
import { line } from "./line.ts"

const name = line("A name", 20)

describe("line", () => {
  it("keeps one blank of a run, which pages show as one", () => {
    expect(name.parse("  Pay   ments ")).toBe("Pay ments")
    expect(name.parse(`${"a ".repeat(9)}${" ".repeat(500)}b`)).toHaveLength(19)
  })

  it("makes one of a letter and its accent, so that equal names are equal", () => {
    expect(name.parse("Cafe\u0301")).toBe("Caf\u00e9")
    expect(name.parse("e\u0301".repeat(20))).toHaveLength(20)
  })

  it.each([
    ["", "A name is needed."],
    ["   ", "A name is needed."],
    ["a".repeat(21), "A name has at most 20 characters."],
    ["Pay\u200bments", /no characters that cannot be seen/],
    ["Pay\nments", /no line breaks/],
    ["Pay\u00a0ments", /no characters that cannot be seen/],
  ])("refuses %j in words", (text, words) => {
    expect(name.safeParse(text).error?.issues[0]?.message).toMatch(words)
  })
})
