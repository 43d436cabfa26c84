import { describe, expect, it } from "vitest"
import { movedRows, type ProposalDiffRow, sidesOf } from "./proposal.ts"

const row = (path: string, before: ProposalDiffRow["before"], after: ProposalDiffRow["after"]): ProposalDiffRow => ({
  path,
  label: path,
  before,
  after,
})

describe("movedRows", () => {
  it("tells what somebody changed meanwhile apart from what is asked for", () => {
    const rows = movedRows([row("status", "open", "resolved")], [row("status", "monitoring", "resolved")])

    expect(rows.map(({ label, before, after }) => [label, before, after])).toEqual([
      ["status, stored", "open", "monitoring"],
    ])
  })

  it("names a field that one of the two does not touch", () => {
    const rows = movedRows([row("title", "a", "b")], [row("title", "a", "b"), row("tags", ["x"], ["x", "y"])])

    expect(rows.map(({ label, before, after }) => [label, before, after])).toEqual([
      ["tags, asked for", undefined, ["x", "y"]],
    ])
  })

  it("finds nothing where nothing moved", () => {
    expect(movedRows([row("tags", ["x"], ["y"])], [row("tags", ["x"], ["y"])])).toEqual([])
  })
})

describe("sidesOf", () => {
  it("leaves out a side that has nothing in it", () => {
    expect(sidesOf([row("a", null, "1"), row("b", null, "2")])).toBe("after")
    expect(sidesOf([row("a", "1", null)])).toBe("before")
    expect(sidesOf([row("a", "1", null), row("b", null, "2")])).toBe("both")
  })
})
