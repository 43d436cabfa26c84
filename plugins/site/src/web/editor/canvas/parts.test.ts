// @vitest-environment jsdom
import { expect, it } from "vitest"
import { type ElementNode, OWN_ONLY, type SiteDocument, USE } from "../../../document.ts"
import { drawPart, type PartsContext, wayFrom } from "./parts.ts"

/** A component that shows one heading, and these others inside of it. */
function part(id: string, uses: readonly string[]): SiteDocument {
  const heading = element(`${id}.h`, "h2")
  const others = uses.map((component, at) => element(`${id}.${at}`, USE, component))
  const root = { ...element(`${id}.root`, "div"), children: [heading.id, ...others.map((other) => other.id)] }
  const nodes = new Map([root, heading, ...others].map((node) => [node.id, node]))
  return { ref: { type: "visualComponent", id }, rootNodeId: root.id, nodes } as unknown as SiteDocument
}

function element(id: string, tag: string, component?: string): ElementNode {
  const attributes = component === undefined ? [] : [["data-component", component]]
  return { kind: "element", id, tag, namespace: "html", attributes, classes: [], style: null, children: [] } as never
}

function headings(parts: readonly SiteDocument[], use: string, way: readonly string[] = []): number {
  const context = {
    page: document,
    policy: () => OWN_ONLY,
    partOf: (id: string) => parts.find(({ ref }) => ref.id === id) ?? null,
    fillIn: () => ({ words: (text: string) => text, attribute: (text: string) => text }),
    createElement: ({ tag }: ElementNode) => document.createElement(tag),
    isDrawn: () => true,
  } as unknown as PartsContext
  const drawn = document.createElement("main")
  drawn.append(...drawPart(element("use", USE, use), context, { given: () => null, filling: null, way }))
  return drawn.querySelectorAll("h2").length
}

it("a component is never drawn in itself, however often it stands there", () => {
  const parts = [part("a", ["b", "b", "b"]), part("b", ["a", "a", "a", "a"])]
  expect(headings(parts, "a")).toBe(4)
  expect(headings(parts, "a", wayFrom(parts[0]!))).toBe(0)
  expect(headings(parts, "b", wayFrom(parts[0]!))).toBe(1)
})

it("components in each other are drawn up to as much as a tab holds", () => {
  const ten = (id: string) => Array.from({ length: 10 }, () => id)
  const parts = ["a", "b", "c", "d", "e", "f"].map((id, at) => part(id, at === 5 ? [] : ten("bcdef"[at]!)))
  expect(headings(parts, "d")).toBe(111)
  const all = headings(parts, "a")
  expect(all).toBeGreaterThan(1_000)
  expect(all).toBeLessThanOrEqual(10_000)
})
