import { describe, expect, it } from "vitest"
import { writeNotesUnderCuts } from "./cuts.fixture.ts"

const report = await writeNotesUnderCuts({ cuts: 500, seed: 1 })

describe("changes under 500 cuts", () => {
  it("are told as they are in the database, and none happens twice", () => {
    console.log(JSON.stringify(report))
    expect(report.falseSentences).toEqual([])
    expect(report.doubled).toEqual([])
    expect(report.cuts).toBeGreaterThanOrEqual(500)
  })
})
