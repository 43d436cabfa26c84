import { expect, it } from "vitest"
import { type ElementNode, type Site, sheetOf } from "../../../document.ts"
import { find, testServer } from "../store/server.fixture.ts"
import { ambientRules } from "./ambient-rules.ts"

async function about(css: string, html = '<div class="card"><p class="lead">Words</p></div>') {
  const server = await testServer(`<!doctype html><title>Home</title>${html}`)
  const { store } = await server.open("Ana")
  const { site, document } = store.get()
  const node = document!.nodes.get(find(store, "p")) as ElementNode
  const styled: Site = { ...site, sheets: [sheetOf(css, { id: "main", name: "main.css" })] }
  return ambientRules(styled, document!, node, 1280).map(({ selector, source }) => `${selector} (${source})`)
}

it("names the rules about an element that are more than its own classes, each once, with where it stands", async () => {
  expect(
    await about(
      ".lead { top: 0 } .lead:hover { top: 1px } p { top: 0 } p { left: 0 } .card > .lead { top: 0 } h1 { top: 0 } .other p { top: 0 }",
    ),
  ).toEqual([".card>.lead (main.css)", "p (main.css)"])
  expect(await about("@layer base { p { top: 0 } } @media (max-width: 480px) { p { top: 0 } }")).toEqual([
    "p (main.css, @layer base)",
  ])
  expect(await about("@media (prefers-color-scheme: dark) { p { top: 0 } }")).toEqual([
    "p (main.css, @media (prefers-color-scheme: dark))",
  ])
  expect(await about(":focus-visible { top: 0 } .card > :hover { top: 0 }")).toEqual([])
  expect(await about("p:hover { top: 0 } p::before { top: 0 } div { p { top: 0 } & p { top: 0 } }")).toEqual([
    "p (main.css)",
  ])
})
