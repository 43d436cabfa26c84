import { describe, expect, it } from "vitest"
import type { ElementNode } from "../document/tree/node.ts"
import { bodyOf, componentOf, documentOf, inputOf, rendered } from "./render.fixture.ts"
import { render, renderReading } from "./render.ts"
import { layersFor, type Template } from "./tree/choose-templates.ts"

const rows = [
  { id: "1", title: "Slow", status: "open", startedAt: "2026-03-01T10:00:00Z", address: "/i/1", score: 2 },
  { id: "2", title: "Gone <b>", status: "closed", startedAt: "2026-01-01T10:00:00Z", address: "/i/2", score: 10 },
  { id: "3", title: "Late", status: "open", startedAt: "2026-02-01T10:00:00Z", address: "/i/3", score: 1 },
]
const body = (html: string, around: Parameters<typeof rendered>[1] = {}) => bodyOf(rendered(html, { rows, ...around }))

describe("tokens", () => {
  it("are filled in by where they stand", () => {
    const html =
      '<cs-loop data-source="incidents" data-filter="id=2"><a class="is-{currentEntry.status}" href="/find?q={currentEntry.title}" title="{currentEntry.title}">{currentEntry.title}</a></cs-loop>'
    expect(body(html)).toBe(
      '<a href="/find?q=Gone%20%3Cb%3E" title="Gone &lt;b&gt;" class="is-closed">Gone &lt;b&gt;</a>',
    )
  })

  it("show a moment to people and the instant to machines", () => {
    const html =
      '<cs-loop data-source="incidents" data-limit="1"><time datetime="{currentEntry.startedAt}">{currentEntry.startedAt}</time></cs-loop>'
    expect(body(html)).toMatch(/^<time datetime="2026-03-01T10:00:00Z">Mar 1, 2026, 10:00 UTC<\/time>$/)
  })

  it("are not looked for in what a field says", () => {
    const row = { id: "x", title: "{site.name} {currentEntry.status}", status: "secret" }
    expect(body('<cs-loop data-source="incidents">{currentEntry.title}</cs-loop>', { rows: [row] })).toBe(
      "{site.name} {currentEntry.status}",
    )
  })

  it.each([
    ["<p>{currentEntry.titel}</p>", /^\{currentEntry\.titel\} stands where there is none: put it into a loop/],
    ["<p>{site.nam}</p>", /^\{site\.nam\} names no field of the site\. It has name, url/],
    ["<p>{site.constructor}</p>", /names no field of the site/],
    ['<p data-cs-if="x y">a</p>', /Name a field there/],
    [
      '<cs-loop data-source="incidents">{currentEntry.titel}</cs-loop>',
      /names no field of incidents\. It has id, title/,
    ],
    ['<a rel="{site.name}" href="/">a</a>', /^The attribute rel of the <a> n\d+ takes no token/],
    ['<p style="color: {site.url}">a</p>', /^The style of the <p> n\d+ takes a word, a number or a colour/],
    ["<iframe>{site.name}</iframe>", /^The text of the <iframe> n\d+ takes no token/],
  ])("that cannot be filled in are told: %s", (html, sentence) => {
    const { problems } = rendered(html, { rows })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(sentence)
  })

  it("give an element what it is bound to, and leave what was written where there is nothing", () => {
    const page = documentOf('<!doctype html><a href="/old">old</a><b>kept</b>')
    const bind = (id: string, bindings: Record<string, string>) =>
      page.nodes.set(id, { ...page.nodes.get(id)!, bindings } as never)
    const ids = Object.fromEntries([...page.nodes.entries()].map(([id, node]) => ["tag" in node ? node.tag : "", id]))
    const bound = { ...page, nodes: bind(ids.a!, { href: "page.link", text: "page.words" }) }
    const both = {
      ...bound,
      nodes: bound.nodes.set(ids.b!, { ...page.nodes.get(ids.b!)!, bindings: { text: "page.none" } } as never),
    }
    const facts = { title: "x", link: "/new", words: "a<b", none: "" }
    expect(bodyOf(rendered([both], { page: facts }))).toBe('<a href="/new">a&lt;b</a><b>kept</b>')
  })
})

describe("a loop", () => {
  const titles = (attributes: string) =>
    body(`<cs-loop data-source="incidents" ${attributes}>{currentEntry.title},</cs-loop>`)

  it.each([
    ["", "Slow,Gone &lt;b&gt;,Late,"],
    ['data-filter="status=open"', "Slow,Late,"],
    ['data-filter="status!=open"', "Gone &lt;b&gt;,"],
    ['data-filter="score>=2; title~SLO"', "Slow,"],
    ['data-filter="startedAt<2026-02-15"', "Gone &lt;b&gt;,Late,"],
    ['data-order-by="score"', "Late,Slow,Gone &lt;b&gt;,"],
    ['data-order-by="startedAt" data-direction="desc"', "Slow,Late,Gone &lt;b&gt;,"],
    ['data-order-by="startedAt" data-limit="1" data-offset="1"', "Late,"],
  ])("filters, sorts and limits: %s", (attributes, expected) => {
    expect(titles(attributes)).toBe(expected)
  })

  it("says what it holds instead where there are no rows, and repeats a part of what it holds", () => {
    const html =
      '<cs-loop data-source="incidents" data-filter="status={page.status}"><h2>Incidents</h2><ul><cs-each><li>{currentEntry.title}</li></cs-each></ul><cs-empty><p>None.</p></cs-empty></cs-loop>'
    expect(body(html, { page: { status: "open" } })).toBe("<h2>Incidents</h2><ul><li>Slow</li><li>Late</li></ul>")
    expect(body(html, { page: { status: "open; title~x" } })).toBe("<p>None.</p>")
  })

  it("repeats a part from when it is there, though the loop itself was shown before", () => {
    const page = documentOf(
      '<!doctype html><cs-loop data-source="incidents" data-filter="status=open"><ul><li>{currentEntry.title}</li></ul></cs-loop>',
    )
    expect(bodyOf(rendered([page], { rows }))).toBe("<ul><li>Slow</li></ul><ul><li>Late</li></ul>")
    const list = [...page.nodes.values()].find((node) => node.kind === "element" && node.tag === "ul")! as ElementNode
    const [item] = list.children
    const each = { ...list, id: "each", tag: "cs-each", parent: list.id }
    const nodes = page.nodes
      .set("each", each)
      .set(list.id, { ...list, children: ["each"] })
      .set(item!, { ...page.nodes.get(item!)!, parent: "each" })
    expect(bodyOf(rendered([{ ...page, nodes }], { rows }))).toBe("<ul><li>Slow</li><li>Late</li></ul>")
  })

  it("goes over pages, each with its address", () => {
    const html =
      '<cs-loop data-source="incidents" data-page-size="1">{currentEntry.title}<cs-pages><a data-cs-if="pages.previous" href="{pages.previous}">Back</a> {pages.current} of {pages.total} <a data-cs-if="pages.next" href="{pages.next}">On</a></cs-pages></cs-loop>'
    const at = (pageNumber: number) => rendered(html, { rows, route: { path: "/log", pageNumber } })
    expect(bodyOf(at(1))).toBe('Slow 1 of 3 <a href="/log/page/2">On</a>')
    expect(bodyOf(at(2))).toBe('Gone &lt;b&gt;<a href="/log">Back</a> 2 of 3 <a href="/log/page/3">On</a>')
    expect(at(2).pageCount).toBe(3)
    expect(at(2).html).toContain('<link rel="canonical" href="https://status.example.com/log/page/2">')
  })

  it.each([
    ['<cs-loop data-source="nothing">a</cs-loop>', /names the source "nothing", and there is none/],
    ["<cs-loop>a</cs-loop>", /has no source/],
    [
      '<cs-loop data-source="incidents" data-filter="stat=1">a</cs-loop>',
      /has the condition "stat=1"\. Write one as field=value/,
    ],
    [
      '<cs-loop data-source="incidents" data-order-by="x">a</cs-loop>',
      /sorts by "x"\. The fields of incidents are id, title/,
    ],
    ["<cs-each>a</cs-each>", /stands outside of a loop/],
    ["<cs-empty>a</cs-empty>", /does not stand directly in a loop/],
  ])("that cannot be read shows nothing and says why: %s", (html, sentence) => {
    const { problems, html: page } = rendered(html, { rows })
    expect(bodyOf({ html: page })).toBe("")
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatch(sentence)
  })

  it("in a loop reads by the row around it, one round after another", async () => {
    const html =
      '<cs-loop data-source="incidents" data-filter="status=open"><b>{currentEntry.title}</b><cs-loop data-source="incidents" data-filter="id!={currentEntry.id}; status=open">{currentEntry.title}</cs-loop></cs-loop>'
    const asked: string[] = []
    const input = inputOf(html, { rows })
    const made = await renderReading(input, async (query) => {
      asked.push(query.filter.map(({ field, operator, value }) => field + operator + value).join())
      return input.rows(query)!
    })
    expect(made.ok && bodyOf(made)).toBe("<b>Slow</b>Late<b>Late</b>Slow")
    expect(asked).toEqual(["status=open", "id!=1,status=open", "id!=3,status=open"])
  })

  it("over rows that change by themselves is marked", () => {
    const live = {
      id: "now",
      title: "things",
      fields: [{ id: "title", title: "Title", type: "text" as const }],
      live: true as const,
    }
    const made = rendered('<ul><cs-loop data-source="now"><li>{currentEntry.title}</li></cs-loop></ul>', {
      sources: [live],
      rows: [{ id: "1", title: "Up" }],
    })
    expect(bodyOf(made)).toBe("<ul><!--live 0--><li>Up</li><!--/live 0--></ul>")
    expect(made.live).toHaveLength(1)
  })
})

describe("a component", () => {
  const card = componentOf(
    "card",
    '<template data-param-title="Untitled" data-param-button-label="Go"><div><h2>{params.title}</h2><slot><i>empty</i></slot><slot name="foot"></slot><b>{params.buttonLabel}</b></div></template>',
  )
  const shown = (html: string, components = [card]) => rendered(html, { components, rows })

  it("takes parameters and fills its slots, with what things mean where they were written", () => {
    const html =
      '<cs-loop data-source="incidents" data-limit="1"><cs-component data-component="card" data-param-title="{currentEntry.title}"><p>{currentEntry.status}</p><em slot="foot">{site.name}</em></cs-component></cs-loop>'
    expect(bodyOf(shown(html))).toBe("<div><h2>Slow</h2><p>open</p><em>Acme</em><b>Go</b></div>")
    expect(bodyOf(shown('<cs-component data-component="card"></cs-component>'))).toBe(
      "<div><h2>Untitled</h2><i>empty</i><b>Go</b></div>",
    )
  })

  it("may stand in its own slot, and not in itself", () => {
    const nested =
      '<cs-component data-component="card"><cs-component data-component="card"></cs-component></cs-component>'
    expect(bodyOf(shown(nested)).match(/<h2>/g)).toHaveLength(2)
    const circle = [
      componentOf("a", '<template><i>a</i><cs-component data-component="b"></cs-component></template>'),
      componentOf("b", '<template><i>b</i><cs-component data-component="a"></cs-component></template>'),
    ]
    const made = shown('<cs-component data-component="a"></cs-component>', circle)
    expect(bodyOf(made)).toBe("<i>a</i><i>b</i>")
    expect(made.problems).toEqual(['The component "a" holds itself (a > b > a). Take it out of one of them.'])
  })

  it("that is missing, or is given what it does not take, is told", () => {
    expect(shown('<cs-component data-component="crad"></cs-component>').problems[0]).toMatch(
      /^There is no component "crad"/,
    )
    expect(shown('<cs-component data-component="card" data-param-x="1"></cs-component>').problems).toEqual([
      'The component "card" has no parameter for data-param-x. It has title, buttonLabel.',
    ])
  })

  it("gives way where a browser would move it", () => {
    const made = shown('<p>a<cs-component data-component="card"></cs-component></p>')
    expect(bodyOf(made)).toBe("<p>aUntitled<i>empty</i><b>Go</b></p>")
    expect(made.problems.every((sentence) => /would end the paragraph around it/.test(sentence))).toBe(true)
  })
})

describe("templates", () => {
  const frame = documentOf(
    '<!doctype html><html class="site"><head><link rel="icon" href="/i.png"><title>no</title></head><body class="wide"><header>{page.title}</header><main><cs-outlet></cs-outlet></main></body></html>',
    { type: "template", id: "frame" },
  )
  const page = documentOf('<!doctype html><html lang="de"><body class="home"><p>Hallo</p></body></html>')

  it("stand around the page, with one head", () => {
    const { html, problems } = rendered([frame, page])
    expect(html).toMatch(/^<!DOCTYPE html><html lang="de" class="site"><head><meta charset="utf-8">/)
    expect(html.match(/<title>/g)).toHaveLength(1)
    expect(html).toContain('<link rel="icon" href="/i.png"></head>')
    expect(html).toContain('<body class="wide home"><header>Home</header><main><p>Hallo</p></main></body></html>')
    expect(problems).toEqual([])
  })

  it("say what the page rests on", () => {
    const withImage = documentOf(
      '<!doctype html><img src="/m/a.png" srcset="/m/a.png 1x, /m/b.png 2x" alt=""><cs-loop data-source="incidents" data-limit="2">x</cs-loop>',
    )
    const { reads } = rendered([frame, withImage], { rows })
    expect(reads).toMatchObject({
      documents: ["template:frame", "page:home"],
      rows: ["incidents:1", "incidents:2"],
      media: ["/m/a.png", "/m/b.png"],
    })
    expect(reads.queries).toHaveLength(1)
  })

  it("are chosen by what they are for and how much they count", () => {
    const template = (id: string, target: Template["target"], priority: number, html = "<cs-outlet></cs-outlet>") => ({
      document: documentOf(html, { type: "template" as const, id }),
      target,
      priority,
    })
    const templates = [
      template("low", { type: "everywhere" }, 1),
      template("high", { type: "everywhere" }, 2),
      template("closed", { type: "everywhere" }, 3, "no outlet"),
      template("post", { type: "entries", sources: ["posts"] }, 1),
      template("lost", { type: "notFound" }, 1),
    ]
    const ids = (shown: Parameters<typeof layersFor>[0]) => layersFor(shown, templates)?.map(({ ref }) => ref.id)
    expect(ids({ type: "page", document: page })).toEqual(["high", "home"])
    expect(ids({ type: "entry", source: "posts" })).toEqual(["high", "post"])
    expect(ids({ type: "entry", source: "others" })).toBeUndefined()
    expect(ids({ type: "notFound" })).toEqual(["high", "lost"])
  })

  it("do not stand in themselves, and are passed over without an outlet", () => {
    expect(render(inputOf([frame, frame, page]))).toEqual({
      ok: false,
      reason: 'The template "frame" would stand in itself. Give each template once, and the page last.',
    })
    const none = documentOf("<!doctype html>none", { type: "template", id: "none" })
    expect(rendered([none, page]).problems).toEqual([
      'The template "none" has no <cs-outlet>, so it is not used. Put one where the page belongs.',
    ])
  })
})

describe("an editor", () => {
  it("finds every node, loops and components included", () => {
    const html = '<p>a</p><cs-loop data-source="incidents" data-limit="2"><i>b</i></cs-loop>'
    expect(body(html, { target: "canvas" })).toMatch(
      /^<p data-uid="n\d+">a<\/p><cs-loop data-uid="(n\d+)" data-source="incidents" data-limit="2"><i data-uid="(n\d+)">b<\/i><i data-uid="\2">b<\/i><\/cs-loop>$/,
    )
  })
})
