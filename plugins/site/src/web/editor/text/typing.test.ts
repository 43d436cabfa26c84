import { describe, expect, it } from "vitest"
import { find, settle, testServer, textOf } from "../store/server.fixture.ts"
import { hostOf } from "./phrasing.ts"
import { breakLine, joinHost, replaceRange, splitHost, type Typed, type TypingContext, wrapWords } from "./typing.ts"

async function typing(html: string, host: string) {
  const server = await testServer(`<!doctype html><title>Home</title>${html}`)
  const { store } = await server.open("Ana")
  const context = (): TypingContext => ({
    document: store.get().document!,
    host: find(store, host),
    nextId: store.nextId,
  })
  return {
    context,
    at: (words: string, at: number) => ({ node: find(store, words), at }),
    async does(typed: Typed | null) {
      const before = textOf(store.get().site)
      if (typed) expect(store.perform({ name: "Type", commands: typed.commands })).toEqual({ ok: true })
      const after = textOf(store.get().site)
      store.undo()
      expect(textOf(store.get().site), "after undo").toBe(before)
      store.redo()
      await settle()
      return after
    },
  }
}

describe("typing", () => {
  it("replaces words over several texts and keeps what is around them", async () => {
    const { context, at, does } = await typing("<p>One <b>two</b> three</p>", "p")
    expect(await does(replaceRange(context(), at("One", 1), at("three", 3), "x"))).toBe("<p>Ox<b></b>ree</p>")
  })

  it("puts a text into an element that has none", async () => {
    const { context, does } = await typing("<p></p>", "p")
    const point = { node: context().host, at: 0 }
    const typed = replaceRange(context(), point, point, "x")
    expect(await does(typed)).toBe("<p>x</p>")
    expect(typed.caret.at).toBe(1)
  })

  it.each([
    ["in a word", "<p>One two</p>", "p", "One two", 3, "<p>One</p><p> two</p>"],
    ["at the start", "<p>One</p>", "p", "One", 0, "<p></p><p>One</p>"],
    ["at the end", '<p class="x">One</p>', "p", "One", 3, '<p class="x">One</p><p class="x"></p>'],
    ["in strong words", "<p>a <b>One two</b> c</p>", "p", "One two", 3, "<p>a <b>One</b></p><p><b> two</b> c</p>"],
    ["behind strong words", "<p>a <b>One</b> c</p>", "p", "One", 3, "<p>a <b>One</b></p><p> c</p>"],
    ["before strong words", "<p>a <b>One</b> c</p>", "p", "One", 0, "<p>a </p><p><b>One</b> c</p>"],
    ["behind a heading", '<h2 class="x">One</h2>', "h2", "One", 3, '<h2 class="x">One</h2><p></p>'],
    ["in a heading", "<h2>One two</h2>", "h2", "One two", 4, "<h2>One </h2><h2>two</h2>"],
    ["of what an address leads to", '<p id="a">One two</p>', "p", "One two", 3, '<p id="a">One</p><p> two</p>'],
    ["in a button", "<button>One two</button>", "button", "One two", 3, "<button>One<br></br> two</button>"],
  ])("splits by Enter %s", async (_name, html, host, words, offset, after) => {
    const { context, at, does } = await typing(html, host)
    expect(await does(splitHost(context(), at(words, offset)))).toBe(after)
  })

  it("breaks a line by Shift and Enter", async () => {
    const { context, at, does } = await typing("<p>One two</p>", "p")
    expect(await does(breakLine(context(), at("One", 3)))).toBe("<p>One<br></br> two</p>")
  })

  it("joins with the one before, over the space between them, and the texts become one", async () => {
    const { context, does } = await typing("<h1>One</h1>\n<p>two</p>", "p")
    const typed = joinHost(context(), "before")
    expect(await does(typed)).toBe("<h1>Onetwo</h1>")
    expect(typed?.caret.at).toBe(3)
    expect(typed?.commands.map(({ type }) => type)).toEqual(["remove", "join", "join"])
  })

  it("joins with the one behind", async () => {
    const { context, does } = await typing("<p>One</p><p>two</p>", "p")
    expect(await does(joinHost(context(), "behind"))).toBe("<p>Onetwo</p>")
  })

  it("joins nothing with a picture or a list", async () => {
    const { context } = await typing("<ul><li>One</li></ul><p>two</p>", "p")
    expect(joinHost(context(), "before")).toBeNull()
  })

  it("wraps chosen words", async () => {
    const { context, at, does } = await typing("<p>One two three</p>", "p")
    expect(await does(wrapWords(context(), at("One", 4), at("One", 7), "strong"))).toBe(
      "<p>One <strong>two</strong> three</p>",
    )
  })

  it.each([
    ["<p>a <b>One two</b> c</p>", "One two", 0, 7, "<p>a One two c</p>"],
    ["<p>a <strong>One two</strong> c</p>", "One two", 0, 3, "<p>a One<strong> two</strong> c</p>"],
    ["<p><strong>One two six</strong></p>", "One two", 4, 7, "<p><strong>One </strong>two<strong> six</strong></p>"],
    ["<p><strong>One <em>x</em> six</strong></p>", " six", 1, 4, "<p><strong>One <em>x</em> </strong>six</p>"],
    ["<p><em>One</em></p>", "One", 0, 3, "<p><em><strong>One</strong></em></p>"],
  ])("takes it off words that have it: %s", async (html, words, from, to, after) => {
    const { context, at, does } = await typing(html, "p")
    expect(await does(wrapWords(context(), at(words, from), at(words, to), "strong"))).toBe(after)
  })
})

describe("where words are edited", () => {
  it.each([
    ["<p>One <b>two</b></p>", "b", "p"],
    ["<p>One <a href='/'>two</a></p>", "a", "p"],
    ["<div><p>One</p></div>", "div", null],
    ["<div><p>One</p></div>", "p", "p"],
    ["<div>One</div>", "One", "div"],
    ["<section></section>", "section", null],
    ["<p></p>", "p", "p"],
    ["<img src='/x.png' alt=''>", "img", null],
  ])("of %s at %s is %s", async (html, from, host) => {
    const server = await testServer(`<!doctype html><title>Home</title>${html}`)
    const { store } = await server.open("Ana")
    const found = hostOf(store.get().document!, find(store, from))
    expect(found?.tag ?? null).toBe(host)
  })
})
