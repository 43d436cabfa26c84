import { describe, expect, it } from "vitest"
import { PAGE, startSite } from "../commands/random-commands.fixture.ts"
import { problemsOf } from "./invariants.ts"
import { type ElementNode, keyOf, type SiteDocument, type SiteNode } from "./node.ts"
import { repair } from "./repair.ts"

const whole = startSite().documents.get(keyOf(PAGE))!
const broken = (...changes: [string, Partial<ElementNode> | null][]): SiteDocument => {
  let { nodes } = whole
  for (const [id, change] of changes)
    nodes = change ? nodes.set(id, { ...nodes.get(id)!, ...change } as SiteNode) : nodes.delete(id)
  return { ...whole, nodes }
}

describe("a stored document that is broken", () => {
  const cases: [string, SiteDocument, RegExp][] = [
    ["a child that is missing", broken(["b1", null]), /The node b1 in p1 is missing/],
    ["a node with two parents", broken(["d1", { children: ["t1", "b1"] }]), /The node b1 stood in two places/],
    ["a node that holds itself", broken(["d1", { children: ["t1", "d1"] }]), /The node d1 stood in two places/],
    ["a block in a paragraph", broken(["b1", { tag: "div" }]), /was taken out: .* would end the paragraph/],
    [
      "a parent that is told wrong",
      broken(["t1", { parent: "u1" }]),
      /The node t1 stands in d1 and named another parent/,
    ],
    ["a root that is gone", broken(["html", null]), /had no root and is empty now/],
    ["a body that is gone", broken(["body", null]), /had no place for content and is empty now/],
  ]
  it.each(cases)("is shown without it: %s", (_, document, note) => {
    expect(problemsOf(document)).not.toEqual([])
    const mended = repair(document)
    expect(problemsOf(mended.document)).toEqual([])
    expect(mended.notes.join("\n")).toMatch(note)
  })

  it("stays the same object where nothing was wrong", () => {
    expect(repair(whole)).toEqual({ document: whole, notes: [] })
    expect(repair(whole).document).toBe(whole)
  })
})
