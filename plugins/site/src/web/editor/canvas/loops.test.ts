import { describe, expect, it } from "vitest"
import type { ElementNode, NodeId } from "../../../document.ts"
import { find, testServer } from "../store/server.fixture.ts"
import { askedBy, entryAround, isWantedBy, type LoopRows, repeatedIn, unseenIn } from "./loops.ts"

const ROWS: LoopRows = {
  rows: [
    { id: "1", name: "Checkout" },
    { id: "2", name: "Search" },
  ],
  total: 2,
  instants: [],
}
const NONE: LoopRows = { rows: [], total: 0, instants: [] }

async function opened(html: string) {
  const server = await testServer(`<!doctype html><title>Home</title>${html}`)
  const { store } = await server.open("Ana")
  const document = store.get().document!
  const element = (tag: string) => document.nodes.get(find(store, tag)) as ElementNode
  const tags = (ids: readonly NodeId[]) => ids.map((id) => (document.nodes.get(id) as ElementNode).tag)
  return { document, element, tags }
}

describe("a loop on the canvas", () => {
  it("shows its first row where it repeats, and what is around that part is about no row", async () => {
    const { document, element } = await opened(
      '<cs-loop data-source="systems"><h2>All</h2><ul><cs-each><li><b>{currentEntry.name}</b></li></cs-each></ul><cs-empty><p>None</p></cs-empty></cs-loop>',
    )
    const at = (tag: string) => entryAround(document, element(tag).id, () => ROWS)?.row.name ?? null
    expect([at("b"), at("li"), at("h2"), at("p"), at("cs-loop")]).toEqual(["Checkout", "Checkout", null, null, null])
    expect(repeatedIn(document, element("cs-loop")).map(({ holder }) => holder.tag)).toEqual(["cs-each"])
    expect(entryAround(document, element("b").id, () => NONE)).toBeNull()
    expect(entryAround(document, element("b").id, () => null)).toBeNull()
  })

  it("without a part that repeats is repeated as a whole, but for what is for no rows", async () => {
    const { document, element, tags } = await opened(
      '<cs-loop data-source="systems"><p>{currentEntry.name}</p><cs-empty><i>None</i></cs-empty></cs-loop>',
    )
    expect(entryAround(document, element("p").id, () => ROWS)?.row.name).toBe("Checkout")
    expect(entryAround(document, element("i").id, () => ROWS)).toBeNull()
    const [repeated] = repeatedIn(document, element("cs-loop"))
    expect(tags(repeated!.ids)).toEqual(["p"])
    expect(tags(unseenIn(document, element("cs-loop"), ROWS))).toEqual(["cs-empty"])
    expect(tags(unseenIn(document, element("cs-loop"), NONE))).toEqual(["p"])
  })

  it("in the part for no rows of another is about its own rows", async () => {
    const { document, element } = await opened(
      '<cs-loop data-source="systems" data-filter="status=healthy"><h1>Well</h1><cs-empty><cs-loop data-source="incidents"><h2>{currentEntry.name}</h2></cs-loop></cs-empty></cs-loop>',
    )
    const rowsOf = (loop: ElementNode) => (askedBy(loop)?.source === "incidents" ? ROWS : NONE)
    expect(entryAround(document, element("h2").id, rowsOf)?.row.name).toBe("Checkout")
  })

  it("asks what it says, and nothing where that depends on what stands around it", async () => {
    const { element } = await opened(
      '<cs-loop data-source=" systems " data-order-by="name" data-limit="5" class="x"><p>A</p></cs-loop>',
    )
    expect(askedBy(element("cs-loop"))).toEqual({ source: "systems", orderBy: "name", limit: "5" })
    const nested = await opened('<cs-loop data-source="systems" data-filter="id={page.id}"><p>A</p></cs-loop>')
    expect(askedBy(nested.element("cs-loop"))).toBeNull()
  })

  it("leaves out for a row what is only for others", async () => {
    const { element } = await opened(
      '<p data-cs-if="currentEntry.name">A</p><i data-cs-unless="currentEntry.name">B</i>',
    )
    const wanted = (tag: string, name: string | null) => isWantedBy(element(tag), { row: { name }, instants: [] })
    expect([wanted("p", "x"), wanted("p", ""), wanted("p", null), wanted("i", "x"), wanted("i", " ")]).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
  })
})
