import { describe, expect, it } from "vitest"
import type { SingleCommand } from "../../../document.ts"
import { nodeChangedBy, type Other, RECENT_MS, withOther } from "./others.ts"

describe("who else is at work", () => {
  it("is named once, with the latest last, until they have gone", () => {
    const ben = (at: number): Other => ({ by: "Ben", at, node: `n${at}` })
    const eve: Other = { by: "Eve", at: 2, node: null }
    const both = withOther(withOther(withOther([], ben(1)), eve), ben(3))
    expect(both).toEqual([eve, ben(3)])
    expect(withOther(both, ben(RECENT_MS + 2))).toEqual([ben(RECENT_MS + 2)])
  })

  it("is where they changed something last, in this document", () => {
    const document = { type: "page" as const, id: "home" }
    const elsewhere = { type: "page" as const, id: "other" }
    const removed: SingleCommand = { type: "remove", document, node: "a" }
    const inserted: SingleCommand = {
      type: "insert",
      document,
      place: { parent: "b", after: null, before: null },
      fragment: { roots: ["c"], nodes: [{ kind: "text", id: "c", text: "" }] },
    }
    const other: SingleCommand = { type: "remove", document: elsewhere, node: "x" }
    expect(nodeChangedBy([removed, inserted, other], "page:home")).toBe("c")
    expect(nodeChangedBy([inserted, removed], "page:home")).toBe("a")
    expect(nodeChangedBy([other], "page:home")).toBe(null)
    expect(nodeChangedBy([{ type: "sheet.remove", sheet: "s" }], "page:home")).toBe(null)
  })
})
