import { describe, expect, it } from "vitest"
import type { TurnChanges } from "../../contract.ts"
import { changesInWords, takenBackInWords } from "./turn-words.ts"

const turn = (part: Partial<TurnChanges>): TurnChanges => ({
  turnId: "t",
  changes: 0,
  takenBack: 0,
  stayed: 0,
  documents: [],
  shared: [],
  ...part,
})

describe("what a turn changed", () => {
  it.each<[string, Partial<TurnChanges>]>([
    ["4 changes on Home", { changes: 4, documents: ["Home"], shared: ["styles"] }],
    ["1 change on Home and Prices", { takenBack: 1, documents: ["Home", "Prices"] }],
    ["2 changes on A, B, C and 2 more documents", { changes: 2, takenBack: 5, documents: ["A", "B", "C", "D", "E"] }],
    ["3 changes on the styles and what all pages share", { changes: 3, shared: ["styles", "settings"] }],
    ["1 change on the site", { changes: 1 }],
  ])("is told as %s", (words, part) => {
    expect(changesInWords(turn(part))).toBe(words)
  })

  it("says so where something of it stayed", () => {
    const back = { takenBack: 4, documents: ["Home"] }
    expect(takenBackInWords(turn(back))).toBe("Taken back: 4 changes on Home")
    expect(takenBackInWords(turn({ ...back, stayed: 2 }))).toBe(
      "Taken back: 4 changes on Home, but for what had to stay",
    )
  })
})
