import { describe, expect, it } from "vitest"
import { textOf as cssOf, type ElementNode, writeNode } from "../../../document.ts"
import { gestureFor, whyNotThere } from "../drag/dropping.ts"
import { insertHtml } from "../insert/insert-html.ts"
import { find, settle, testServer, textOf } from "../store/server.fixture.ts"
import { copiedHtml, pastedHtml } from "./clipboard.ts"
import type { Question } from "./gesture.ts"
import { doGesture, GESTURES, gesturesFor } from "./gestures.ts"
import { toComponent } from "./to-component.ts"

async function editing(html: string) {
  const asked: Question[] = []
  const server = await testServer(`<!doctype html><title>Home</title>${html}`)
  const { store } = await server.open("Ana")
  const html_ = () => textOf(store.get().site)
  return {
    store,
    asked,
    html: html_,
    does(id: string, ...wanted: string[]) {
      const before = html_()
      store.select(wanted.map((one) => find(store, one)))
      doGesture(store, GESTURES.find((gesture) => gesture.id === id)!, (question) => asked.push(question))
      const after = html_()
      if (after !== before) {
        store.undo()
        expect(html_(), "after undo").toBe(before)
        store.redo()
      }
      return after
    },
  }
}

describe("gestures", () => {
  it.each([
    ["moveUp", "h2", "<section><h2>B</h2><p>A</p></section><ul></ul>"],
    ["moveDown", "p", "<section><h2>B</h2><p>A</p></section><ul></ul>"],
    ["moveOut", "p", "<section><h2>B</h2></section><p>A</p><ul></ul>"],
    ["duplicate", "p", "<section><p>A</p><p>A</p><h2>B</h2></section><ul></ul>"],
    ["delete", "p", "<section><h2>B</h2></section><ul></ul>"],
    ["wrap", "p", "<section><div><p>A</p></div><h2>B</h2></section><ul></ul>"],
    ["wrapInLink", "p", '<section><a href="/"><p>A</p></a><h2>B</h2></section><ul></ul>'],
    ["unwrap", "section", "<p>A</p><h2>B</h2><ul></ul>"],
    ["moveDown", "ul", "<section><p>A</p><h2>B</h2></section><ul></ul>"],
  ])("%s of %s", async (id, wanted, after) => {
    const { does } = await editing("<section><p>A</p><h2>B</h2></section><ul></ul>")
    expect(does(id, wanted)).toBe(after)
  })

  it("move into the one before, past the space between them", async () => {
    const { does } = await editing("<section></section>\n<p>A</p>")
    expect(does("moveIn", "p")).toBe("<section><p>A</p></section>\n")
  })

  it("ask for what they need to know, about all that is selected with what stands between", async () => {
    const { store, asked, does } = await editing("<p>A</p>\n<h1>B</h1><ul><li>C</li></ul>")
    does("moveTo", "h1", "p")
    does("component", "h1", "p")
    does("component", "h1", "li")
    const { children } = store.get().document!.nodes.get(find(store, "body")) as ElementNode
    expect(asked).toEqual([
      { kind: "moveTo", nodes: [find(store, "p"), find(store, "h1")] },
      { kind: "component", nodes: children.slice(0, 3) },
    ])
    expect(store.get().told.map(({ text }) => text)).toEqual([
      "Only what stands beside each other becomes one component.",
    ])
  })

  it("make a component of neighbours, and one step back makes them what they were", async () => {
    const { store, html } = await editing("<p>A</p><h1>B</h1><ul></ul>")
    const { document } = store.get()
    const nodes = [find(store, "p"), find(store, "h1")]
    const gesture = toComponent(document!, nodes, { id: "card", title: "Card" }, store.nextId)!
    expect(store.perform(gesture)).toEqual({ ok: true })
    await settle()
    expect(html()).toBe('<cs-component data-component="card"></cs-component><ul></ul>')
    const made = store.get().site.documents.get("visualComponent:card")!
    expect(writeNode(made, made.rootNodeId, { policy: null })).toBe("<template><p>A</p><h1>B</h1></template>")
    expect(nodes.some((id) => made.nodes.has(id))).toBe(false)
    store.undo()
    await settle()
    expect(html()).toBe("<p>A</p><h1>B</h1><ul></ul>")
    expect(store.get().site.documents.has("visualComponent:card")).toBe(false)
    expect(store.get().told).toEqual([])
  })

  it("say why they cannot be done", async () => {
    const { store, does, html } = await editing("<p>A</p><h1>B</h1>")
    does("moveIn", "h1")
    expect(store.get().told.map(({ text }) => text)).toEqual([
      "The <h1> cannot stand there: the <h1> would end the paragraph around it.",
    ])
    does("locked", "p")
    does("delete", "p")
    expect(html()).toBe("<p>A</p><h1>B</h1>")
    expect(store.get().told.at(-1)?.text).toBe("It is locked. Unlock it before you delete it.")
  })

  it("leave what is locked, though what it stands in is deleted or it would go alone", async () => {
    const { store, does, html } = await editing("<section><div><p>A</p></div></section>")
    does("locked", "div")
    does("delete", "section")
    expect(store.get().told.at(-1)?.text).toBe("Something in it is locked. Unlock that before you delete it.")
    does("unwrap", "div")
    expect(store.get().told.at(-1)?.text).toBe("It is locked. Unlock it before you take it away.")
    expect(html()).toBe("<section><div><p>A</p></div></section>")
  })

  it("are done to several at once, and to none of what the page stands on", async () => {
    const { store, does } = await editing("<p>A</p><h1>B</h1><ul></ul>")
    expect(does("wrap", "p", "h1")).toBe("<div><p>A</p><h1>B</h1></div><ul></ul>")
    store.select([store.get().document!.contentNodeId])
    expect(gesturesFor(store)).toEqual([])
  })
})

describe("what is copied and pasted", () => {
  it("is HTML without ids, the topmost once and in the order of the page", async () => {
    const { store } = await editing('<ul><li class="x">A</li></ul><p>B</p>')
    store.select([find(store, "p"), find(store, "ul"), find(store, "li")])
    expect(copiedHtml(store)).toBe('<ul><li class="x">A</li></ul>\n<p>B</p>')
  })

  it("goes into what is selected where that may hold it, and behind it where not", async () => {
    const { store, html } = await editing("<section></section><p>A</p>")
    store.select([find(store, "section")])
    await insertHtml(store, "<h2>One</h2>", "Paste")
    store.select([find(store, "A")])
    await insertHtml(store, "<h2>Two</h2>", "Paste")
    await settle()
    expect(html()).toBe("<section><h2>One</h2></section><p>A</p><h2>Two</h2>")
  })

  it("brings nothing that runs, and says so", async () => {
    const { store, html } = await editing("<section></section>")
    await insertHtml(store, '<p onclick="x()">A</p><script>x()</script>', "Paste")
    expect(html()).toContain("<p>A</p>")
    expect(html()).not.toContain("script")
    expect(store.get().told).toHaveLength(1)
  })

  it("brings its styles in the same gesture, so that one step back takes both away", async () => {
    const { store, html } = await editing("<section></section>")
    const css = () => store.get().site.sheets.map(cssOf).join("").trim()
    await insertHtml(store, '<style>.card { color: red }</style><p class="card">A</p>', "Paste")
    await settle()
    expect(html()).toContain('<p class="card">A</p>')
    expect(css()).toBe(".card { color: red }")
    expect(store.get().told.map(({ text, tone }) => `${tone}: ${text}`)).toEqual(["info: Styles came along for .card."])
    store.undo()
    await settle()
    expect(html()).toBe("<section></section>")
    expect(css()).toBe("")
    expect(store.get().undoes).toBeNull()
  })

  it("leaves the rules of the site as they are, until somebody takes those that came", async () => {
    const { store } = await editing("<section></section>")
    const css = () => store.get().site.sheets.map(cssOf).join("").replace(/\s+/g, " ").trim()
    await insertHtml(store, "<style>.card { color: blue; top: 0 }</style>", "Paste")
    await insertHtml(store, '<style>.card { color: red }</style><p class="card">A</p>', "Paste")
    expect(css()).toBe(".card { color: blue; top: 0 }")
    const told = store.get().told.at(-1)
    expect(told?.text).toBe("The site has its own for .card, which stay as they are.")
    told?.answer?.run()
    expect(css()).toBe(".card { color: red; top: 0 }")
    store.undo()
    expect(css()).toBe(".card { color: blue; top: 0 }")
  })

  it("makes paragraphs of words without tags", () => {
    expect(pastedHtml("", "One\n\nTwo < three")).toBe("<p>One</p><p>Two &lt; three</p>")
    expect(pastedHtml("", "<b>One</b>")).toBe("<b>One</b>")
    expect(pastedHtml("<p>O\0ne</p>", "")).toBe("<p>One</p>")
    expect(pastedHtml("", "O\0ne")).toBe("<p>One</p>")
    expect(pastedHtml("<html><!--StartFragment--><i>x</i><!--EndFragment--></html>", "x")).toBe("<i>x</i>")
  })
})

describe("where something may land", () => {
  it("is beside what stays, for several that are dragged together in their order", async () => {
    const { store, html } = await editing("<p>A</p><h1>B</h1><ul></ul><ol></ol>")
    const nodes = [find(store, "p"), find(store, "h1")]
    const place = { parent: find(store, "body"), after: find(store, "h1"), before: find(store, "ul") }
    const drop = (at: typeof place) => store.perform(gestureFor(store.get(), { kind: "nodes", nodes, name: "" }, at)!)
    expect(drop({ ...place, after: find(store, "ul"), before: find(store, "ol") }).ok).toBe(true)
    expect(html()).toBe("<ul></ul><p>A</p><h1>B</h1><ol></ol>")
    expect(drop({ ...place, after: find(store, "p"), before: find(store, "h1") }).ok).toBe(true)
    expect(html()).toBe("<ul></ul><p>A</p><h1>B</h1><ol></ol>")
  })

  it("is judged before it is dropped", async () => {
    const { store } = await editing("<p>A</p><h1>B</h1>")
    const dragged = { kind: "nodes" as const, nodes: [find(store, "h1")], name: "" }
    const place = (parent: string) => ({ parent, after: null, before: null })
    expect(whyNotThere(store.get(), dragged, place(find(store, "p")))).toContain("would end the paragraph")
    expect(whyNotThere(store.get(), dragged, place(find(store, "body")))).toBeNull()
    expect(whyNotThere(store.get(), dragged, place(find(store, "h1")))).toContain("into itself")
  })
})
