import { describe, expect, it } from "vitest"
import { sheetOf } from "../../../document.ts"
import { find, testServer } from "../store/server.fixture.ts"
import { classesOf } from "./classes-of.ts"

describe("the classes that a page sees", () => {
  it("are those of its elements and those of the styles, with where each is used", async () => {
    const server = await testServer(
      '<!doctype html><title>Home</title><p class="note wide">A</p><div class="note">B</div>',
    )
    const { store } = await server.open("Ana")
    const sheet = sheetOf(
      ".note { color: red } .note:hover, .note.wide { color: blue } @media print { :is(.other, p:not(.note)) { color: tan } } @font-face { src: url(a.b) }",
      { id: "main", name: "main.css" },
    )
    const [paragraph, box] = [find(store, "p"), find(store, "div")]
    const classes = classesOf(store.get().document!, [sheet])
    expect(classes.map((one) => ({ ...one, elements: one.elements.toSorted() }))).toEqual([
      { name: "note", elements: [paragraph, box].toSorted(), rules: 3 },
      { name: "other", elements: [], rules: 1 },
      { name: "wide", elements: [paragraph], rules: 1 },
    ])
  })

  it("are told of a page without styles too", async () => {
    const server = await testServer('<!doctype html><title>Home</title><p class="b a">A</p>')
    const { store } = await server.open("Ana")
    const classes = classesOf(store.get().document!, [])
    expect(classes.map(({ name, rules }) => [name, rules])).toEqual([
      ["a", 0],
      ["b", 0],
    ])
  })
})
