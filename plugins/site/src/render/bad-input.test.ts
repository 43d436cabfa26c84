import fc from "fast-check"
import { describe, expect, inject, it } from "vitest"
import "../../../../packages/testing/src/vitest-context.ts"
import type { ElementNode, SiteDocument, SiteNode } from "../document/tree/node.ts"
import { mapOf } from "../document/tree/persistent-map.ts"
import { bodyOf, componentOf, documentOf, inputOf, rendered } from "./render.fixture.ts"
import { render } from "./render.ts"
import { RENDER_LIMITS } from "./work.ts"

const element = (id: string, tag: string, parent: string | null, children: readonly string[]): ElementNode => ({
  kind: "element",
  id,
  tag,
  namespace: "html",
  attributes: [],
  classes: [],
  style: null,
  parent,
  children,
})

/** As it might be stored: no command has looked at it. */
function storedWith(content: readonly SiteNode[], roots: readonly string[]): SiteDocument {
  const frame = [
    element("html", "html", null, ["head", "body"]),
    element("head", "head", "html", []),
    element("body", "body", "html", roots),
  ]
  const nodes = mapOf([...frame, ...content].map((node): [string, SiteNode] => [node.id, node]))
  const ref = { type: "page", id: "home" } as const
  return { ref, title: "x", mode: "standards", rootNodeId: "html", contentNodeId: "body", nodes }
}

const MANY = inject("long") ? 100_000 : 20_000

describe("a page that is too much", () => {
  it.each(["div", "unknown", "cs-each", "slot"])("is shown as deep as a browser goes: 20,000 <%s>", (tag) => {
    const nodes = Array.from({ length: 20_000 }, (_, at) =>
      element(`n${at}`, tag, at === 0 ? "body" : `n${at - 1}`, at < 19_999 ? [`n${at + 1}`] : []),
    )
    const { html, problems } = rendered([storedWith(nodes, ["n0"])])
    expect(html).toContain("</html>")
    expect(problems.length).toBeGreaterThan(0)
    expect(problems.length).toBeLessThanOrEqual(RENDER_LIMITS.problems)
  })

  it(`is shown with ${MANY} nodes`, () => {
    const ids = Array.from({ length: MANY }, (_, at) => `n${at}`)
    const page = storedWith(
      ids.map((id) => element(id, "i", "body", [])),
      ids,
    )
    const { html, problems } = rendered([page])
    expect(html.match(/<i>/g)).toHaveLength(MANY)
    expect(problems).toEqual([])
  })

  it("is refused where nodes hold themselves many times over", () => {
    const page = storedWith([element("a", "i", "body", ["a", "a", "a"])], ["a"])
    expect(render(inputOf([page]))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^The page would have more than 200000 elements/),
    })
  })

  it("is refused where components hold two of the next, and those two of the next", () => {
    const components = Array.from({ length: 30 }, (_, at) =>
      componentOf(
        `c${at}`,
        `<template>${`<cs-component data-component="c${at + 1}"></cs-component>`.repeat(2)}</template>`,
      ),
    )
    const made = render(inputOf('<cs-component data-component="c0"></cs-component>', { components }))
    expect(made).toMatchObject({ ok: false, reason: expect.stringMatching(/^The page would have more than/) })
  })

  it("ends a chain of components where it is too long", () => {
    const components = Array.from({ length: 100 }, (_, at) =>
      componentOf(
        `c${at}`,
        `<template><i>${at}</i><cs-component data-component="c${at + 1}"></cs-component></template>`,
      ),
    )
    const { problems } = rendered('<cs-component data-component="c0"></cs-component>', { components })
    expect(problems).toEqual([expect.stringMatching(/components and loops are more than 32 deep in each other/)])
  })

  it("is refused where a field is repeated until nobody could read it", () => {
    const text = "{page.x}".repeat(1_000)
    const made = render(inputOf(`<p>${text}</p>`, { page: { title: "t", x: "x".repeat(100_000) } }))
    expect(made).toMatchObject({ ok: false, reason: expect.stringMatching(/longer than 16 million characters/) })
  })

  it("is refused where loops in loops read without end", () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({ id: String(at), title: "x" }))
    const html =
      '<cs-loop data-source="incidents" data-limit="1000"><cs-loop data-source="incidents" data-filter="id={currentEntry.id}">x</cs-loop></cs-loop>'
    expect(render(inputOf(html, { rows }))).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^The page would read rows 500 times/),
    })
  })

  it("has no page", () => {
    expect(render(inputOf([]))).toEqual({ ok: false, reason: "There is no page to show. Name one." })
  })
})

describe("rows of any kind", () => {
  const html =
    '<cs-loop data-source="incidents"><p title="{currentEntry.title}" style="color:{currentEntry.status}"><a href="{currentEntry.address}">{currentEntry.startedAt}</a></p></cs-loop>'
  const strange = fc.oneof(
    // `unit: "binary"` would take seconds to begin.
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
    fc.string(),
    fc.anything(),
    fc.constantFrom("\0", "\ud800", "<", '"', "&amp;", "{site.name}", "javascript:x", "\r\n"),
  )

  it("make a page that a parser reads as it was meant", () => {
    fc.assert(
      fc.property(
        fc.record({ id: strange, title: strange, status: strange, startedAt: strange, address: strange }),
        (row) => {
          const made = rendered(html, { rows: () => ({ rows: [row as never], total: 1 }) })
          const again = documentOf(made.html, { policy: null })
          const tags = [...again.nodes.values()].flatMap((node) => (node.kind === "element" ? [node.tag] : []))
          expect(tags.filter((tag) => tag === "p" || tag === "a").sort()).toEqual(["a", "p"])
          expect(tags).not.toContain("script")
          const attributes = [...again.nodes.values()].flatMap((node) =>
            node.kind === "element" ? node.attributes.map(([name]) => name) : [],
          )
          expect(attributes.filter((name) => name.startsWith("on"))).toEqual([])
        },
      ),
      { seed: 7, numRuns: 400 },
    )
  })

  it("are never more than the loop asked for", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ id: String(at) }))
    const made = rendered('<cs-loop data-source="incidents" data-limit="3">x</cs-loop>', {
      rows: () => ({ rows: many, total: 5_000 }),
    })
    expect(bodyOf(made)).toBe("xxx")
  })
})
