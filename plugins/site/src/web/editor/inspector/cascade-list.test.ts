import { describe, expect, it } from "vitest"
import { sheetOf } from "../../../document.ts"
import { find, testServer } from "../store/server.fixture.ts"
import { elementOf } from "../store/tree.ts"
import { cascadeList } from "./cascade-list.ts"

async function listFor(css: string, html: string, width = 1280) {
  const server = await testServer(`<!doctype html><title>Home</title>${html}`)
  const { store } = await server.open("Ana")
  const { site, document } = store.get()
  const node = elementOf(document!, find(store, "p"))!
  return cascadeList({ ...site, sheets: [sheetOf(css, { id: "main", name: "main.css" })] }, document!, node, width)
}

describe("where the style of an element comes from", () => {
  it("is told by property, the strongest first, with what it overrides", async () => {
    const { declarations } = await listFor(
      "p { color: red; margin-top: 1px } .a { color: blue; margin: 0 } #x { margin-left: 2px }",
      '<p class="a" id="x" style="color: green">A</p>',
    )
    expect(declarations.map(({ property, value, selector, counts }) => [property, value, selector, counts])).toEqual([
      ["color", "green", null, true],
      ["color", "blue", ".a", false],
      ["color", "red", "p", false],
      ["margin", "0", ".a", true],
      ["margin-left", "2px", "#x", true],
      ["margin-top", "1px", "p", false],
    ])
  })

  it("names the stylesheet and the width it is for, and leaves out what is for another", async () => {
    const css = "p { color: red } @media (max-width: 480px) { p { color: blue } }"
    const sources = async (width: number) =>
      (await listFor(css, "<p>A</p>", width)).declarations.map(({ value, source }) => [value, source])
    expect(await sources(1280)).toEqual([["red", "main.css"]])
    expect(await sources(400)).toEqual([
      ["blue", "main.css, @media (max-width: 480px)"],
      ["red", "main.css"],
    ])
  })

  it("names what is around where it is inherited, and what holds only now and then", async () => {
    const { declarations, sometimes } = await listFor(
      "section { color: red; padding: 1px } body { color: blue; font-size: 20px; --ink: black } p:hover { color: tan }",
      "<section><p>A</p></section>",
    )
    expect(declarations.map(({ property, value, from }) => [property, value, from])).toEqual([
      ["color", "red", "Section"],
      ["font-size", "20px", "Page"],
    ])
    expect(sometimes).toEqual(["p:hover"])
  })
})
