import { describe, expect, it } from "vitest"
import { listDiff } from "./list-diff.ts"

describe("listDiff", () => {
  it("tells what went, what came and what stayed", () => {
    expect(listDiff(["eu", "on-call"], ["eu", "pci"])).toEqual([
      { kind: "removed", text: "on-call" },
      { kind: "same", text: "eu" },
      { kind: "added", text: "pci" },
    ])
  })

  it("counts an entry that stands twice", () => {
    expect(listDiff(["a", "a"], ["a"]).map((part) => part.kind)).toEqual(["removed", "same"])
  })

  it("shows entries that only changed their order as staying", () => {
    expect(listDiff(["a", "b"], ["b", "a"]).every((part) => part.kind === "same")).toBe(true)
  })
})
