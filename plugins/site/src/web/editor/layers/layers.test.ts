import { describe, expect, it } from "vitest"
import { nameOfNode } from "../store/node-words.ts"
import { find, testServer } from "../store/server.fixture.ts"
import { layerStep } from "./layer-keys.ts"
import { layerTargetAt } from "./layer-target.ts"
import { rowsOf, sentenceOf } from "./rows.ts"

async function page() {
  const server = await testServer(
    '<!doctype html><title>Home</title><section class="hero">\n<h1>Hello</h1>\n<p>One</p>\n</section><footer></footer>',
  )
  const { store } = await server.open("Ana")
  const document = store.get().document!
  return { store, document, rows: rowsOf(document, new Set()), id: (wanted: string) => find(store, wanted) }
}

describe("layers", () => {
  it("are what is open in the order of the page, without the space between tags", async () => {
    const { document, rows, id } = await page()
    const told = rows.map((row) => [
      row.level,
      nameOfNode(document, document.nodes.get(row.id)!),
      row.position,
      row.size,
    ])
    expect(told).toEqual([
      [1, "Page", 1, 1],
      [2, "Section .hero", 1, 2],
      [3, "Heading 1: Hello", 1, 2],
      [3, "Paragraph: One", 2, 2],
      [2, "Footer", 2, 2],
    ])
    expect(rowsOf(document, new Set([id("section")])).map((row) => row.level)).toEqual([1, 2, 2])
  })

  it("say in a sentence what is selected and where it stands", async () => {
    const { document, id } = await page()
    expect(sentenceOf(document, id("p"))).toBe("Paragraph: One, 2 of 2 in Section .hero.")
  })

  it("open by right and do not move, close by left and then go to what is around", async () => {
    const { document, rows, id } = await page()
    const closed = rowsOf(document, new Set([id("section")]))
    expect(layerStep(document, closed, 1, "ArrowRight")).toEqual({ open: id("section") })
    expect(layerStep(document, rows, 1, "ArrowRight")).toEqual({ go: 2 })
    expect(layerStep(document, rows, 1, "ArrowLeft")).toEqual({ close: id("section") })
    expect(layerStep(document, closed, 1, "ArrowLeft")).toEqual({ go: 0 })
    expect(layerStep(document, rows, 4, "ArrowDown")).toEqual({ go: 4 })
    expect(layerStep(document, rows, 0, "q")).toBeNull()
  })

  it("take what is dropped before, into or behind a row", async () => {
    const { document, rows, id } = await page()
    const place = (at: number) => layerTargetAt(document, rows, at)?.place
    const section = document.nodes.get(id("section"))!
    const [space, heading] = section.kind === "element" ? section.children : []
    expect(place(2.1)).toEqual({ parent: id("section"), after: space, before: heading })
    expect(place(4.5)).toMatchObject({ parent: id("footer"), after: null, before: null })
    expect(place(4.9)).toMatchObject({ parent: document.contentNodeId, after: id("footer"), before: null })
    expect(place(1.9), "behind an open one is before the first in it").toMatchObject({
      parent: id("section"),
      before: space,
    })
    expect(place(0.1), "nothing stands beside the page").toMatchObject({ parent: document.contentNodeId })
  })
})
