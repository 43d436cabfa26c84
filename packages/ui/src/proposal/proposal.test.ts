import { describe, expect, it } from "vitest"
import { appliedWords, askedWords, movedRows, type ProposalDiffRow, sidesOf } from "./proposal.ts"

const row = (path: string, before: ProposalDiffRow["before"], after: ProposalDiffRow["after"]): ProposalDiffRow => ({
  path,
  label: path,
  before,
  after,
})

describe("appliedWords", () => {
  it("says signed only of what a person signed here", () => {
    const words = (kind: "user" | "application" | null, unsigned = false) =>
      appliedWords({ unsigned, signedBy: kind && { kind, id: "1", name: "Ana" } })

    expect(words("user")).toBe("Applied, signed by Ana")
    expect(words("application")).toBe("Applied, confirmed in the app Ana")
    expect(words(null, true)).toBe("Applied by itself")
    expect(words(null)).toBe("Applied")
  })
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

describe("askedWords", () => {
  const ana = { kind: "user" as const, id: "1", name: "Ana Ruiz" }
  const script = { kind: "application" as const, id: "2", name: "Deploy script" }
  const said = (proposal: Parameters<typeof askedWords>[0]) => Object.values(askedWords(proposal)).join(" ")

  it("tells what a person did with a button, and what came over the API", () => {
    expect(said({ askedBy: ana, transport: "http", undoes: "Add the link" })).toBe("asks to undo “Add the link”")
    expect(said({ askedBy: ana, transport: "http", edited: true })).toBe("edited an earlier proposal")
    expect(said({ askedBy: ana, transport: "http" })).toBe("asks on a page")
    expect(said({ askedBy: script, transport: "http", edited: true })).toBe("asks over the API")
    expect(said({ askedBy: ana, transport: "chat" })).toBe("asks in chat")
  })
})

describe("sidesOf", () => {
  it("leaves out a side that has nothing in it", () => {
    expect(sidesOf([row("a", null, "1"), row("b", null, "2")])).toBe("after")
    expect(sidesOf([row("a", "1", null)])).toBe("before")
    expect(sidesOf([row("a", "1", null), row("b", null, "2")])).toBe("both")
  })
})
