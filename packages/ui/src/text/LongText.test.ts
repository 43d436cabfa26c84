import { describe, expect, it } from "vitest"
import { cpuMsOf } from "../../../testing/src/measure.ts"
import { chunksOf } from "./LongText.tsx"
import { isTooMuchMarkdown } from "./markdown-limits.ts"

describe("a long text", () => {
  it("is cut into pieces that together are the text, whatever it is made of", () => {
    const letters = "a".repeat(60_000)
    expect(chunksOf(letters).join("")).toBe(letters)
    const pairs = "x".concat("\u{1f600}".repeat(20_000))
    expect(chunksOf(pairs).join("")).toBe(pairs)
    expect(chunksOf(pairs).every((chunk) => chunk.isWellFormed())).toBe(true)
    const lines = `${"A line of words.\n".repeat(10_000)}end`
    expect(chunksOf(lines).join("\n")).toBe(lines)
  })

  it("keeps the cuts it has when more is written", () => {
    const before = "word ".repeat(10_000)
    const after = chunksOf(before + "more ".repeat(10_000))
    expect(after.slice(0, 2)).toEqual(chunksOf(before).slice(0, 2))
  })

  it("cuts two megabytes with a tenth of a second of the processor", () => {
    const text = "Some words in a row. ".repeat(100_000)
    const times = [1, 2, 3].map(() => cpuMsOf(() => expect(chunksOf(text).length).toBeGreaterThan(100)))
    expect(Math.min(...times)).toBeLessThan(100)
  })

  it("is no Markdown where one word goes on for thousands of letters: the parser would look for addresses in it for minutes", () => {
    expect(isTooMuchMarkdown("a".repeat(60_000))).toBe(true)
    expect(isTooMuchMarkdown(`A link: https://example.test/${"a".repeat(1_500)}`)).toBe(false)
  })
})
