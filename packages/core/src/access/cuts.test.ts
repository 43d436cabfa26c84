import { describe, expect, it } from "vitest"
import { writeNotesUnderCuts } from "./cuts.fixture.ts"

const report = await writeNotesUnderCuts({ cuts: 40, seed: 7 })

describe("changes while connections are cut, before and behind the server", () => {
  it("are told as they are in the database, and none happens twice", () => {
    expect(report.falseSentences).toEqual([])
    expect(report.doubled).toEqual([])
    expect(report.cuts).toBeGreaterThanOrEqual(40)
    expect(report.told.done).toBeGreaterThan(20)
  })
})
