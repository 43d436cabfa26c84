import { describe, expect, it } from "vitest"
import { isLong, LONG_TEXT, shortenParts } from "./shorten-parts.ts"
import { wordDiff } from "./word-diff.ts"

const LOREM = Array.from({ length: 200 }, (_, index) => `word${index}`).join(" ")

describe("shortenParts", () => {
  it("keeps the change of a long text in sight, wherever it is", () => {
    const parts = shortenParts(wordDiff(`${LOREM} old ${LOREM}`, `${LOREM} new ${LOREM}`))
    const text = parts.map((part) => part.text).join("")

    expect(parts.map((part) => part.kind)).toEqual(["same", "removed", "added", "same"])
    expect(text.length).toBeLessThan(200)
    expect(text.startsWith("…")).toBe(true)
    expect(text.endsWith("…")).toBe(true)
  })

  it("ends a long new text with an ellipsis between two words", () => {
    const [part] = shortenParts([{ kind: "added", text: LOREM }])

    expect(part?.text.length).toBeLessThanOrEqual(LONG_TEXT + 1)
    expect(part?.text).toMatch(/word\d+ …$/)
  })

  it("leaves short texts alone", () => {
    expect(shortenParts(wordDiff("wait 2 seconds", "wait 3 seconds"))).toEqual(
      wordDiff("wait 2 seconds", "wait 3 seconds"),
    )
  })
})

describe("isLong", () => {
  it("counts lines as well as letters", () => {
    expect(isLong("a\n".repeat(30))).toBe(true)
    expect(isLong("a".repeat(LONG_TEXT))).toBe(false)
    expect(isLong(null)).toBe(false)
  })
})
