import { describe, expect, it } from "vitest"
import { wordDiff } from "./word-diff.ts"

describe("wordDiff", () => {
  it("marks only the words that changed", () => {
    expect(wordDiff("wait 2 seconds", "wait 3 seconds")).toEqual([
      { kind: "same", text: "wait " },
      { kind: "removed", text: "2" },
      { kind: "added", text: "3" },
      { kind: "same", text: " seconds" },
    ])
  })

  it("joins changed words that only a space separates", () => {
    const parts = wordDiff("after two failures.", "after one failure.")

    expect(parts.map((part) => part.text)).toEqual(["after ", "two failures", "one failure", "."])
  })

  it("gives back both sides in full, whatever they are", () => {
    const texts = ["", " ", "a", "a b c", "one two  three\nfour", "Grüße, 世界!", "x.y-z_1", "the the the", "b a c b"]
    for (const before of texts) {
      for (const after of texts) {
        const parts = wordDiff(before, after)
        const side = (kind: string) =>
          parts.filter((part) => part.kind === "same" || part.kind === kind).map((part) => part.text)

        expect(side("removed").join("")).toBe(before)
        expect(side("added").join("")).toBe(after)
      }
    }
  })

  it("shows a long rewrite as one change instead of freezing the page", () => {
    const before = Array.from({ length: 4_000 }, (_, index) => `a${index}`).join(" ")
    const after = Array.from({ length: 4_000 }, (_, index) => `b${index}`).join("\t")

    const parts = wordDiff(before, after)

    expect(parts.map((part) => part.kind)).toEqual(["removed", "added"])
  })
})
