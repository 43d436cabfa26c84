import fc from "fast-check"
import { describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { apply } from "../commands/apply.ts"
import { commandFor, intents, startSite } from "../commands/random-commands.fixture.ts"
import { OWN_ONLY } from "../safety/policy.ts"
import { emptySite, keyOf, type SiteDocument } from "../tree/node.ts"
import { importFragment, importPage } from "./import-html.ts"
import { writeDocument } from "./write-html.ts"

const ids = () => {
  let count = 0
  return () => `n${count++}`
}
const PAGE_MB = inject("long") ? 5 : 1
const REF = { type: "page", id: "home" } as const

function imported(
  html: string,
  policy: typeof OWN_ONLY | null = OWN_ONLY,
): { document: SiteDocument; report: readonly string[] } {
  const page = importPage(html, { nextId: ids(), policy })
  if (!page.ok) throw new Error(page.reason)
  const { mode, contentNodeId, fragment, report } = page
  const added = apply(emptySite(), {
    type: "document.add",
    document: REF,
    content: { title: page.title || "x", mode, contentNodeId, fragment },
  })
  if (!added.ok) throw new Error(added.reason)
  return { document: added.site.documents.get(keyOf(REF))!, report }
}
const written = (html: string) => writeDocument(imported(html).document, { policy: OWN_ONLY })
const body = (html: string) => /<body[^>]*>([\s\S]*)<\/body>/.exec(written(`<!doctype html><body>${html}`))![1]

describe("a page that is imported and written", () => {
  it.each([
    ["attributes in their order", '<p title="a" data-z="1" id="x">t</p>'],
    ["quotes, brackets and ampersands", '<p title="&quot;&lt;b&gt; &amp;amp;">1 &lt; 2 &amp; 3</p>'],
    ["an attribute without a value", '<input disabled="" value="">'],
    ["a class as it was written", '<p class="  a  b a ">t</p>'],
    ["a class of nothing", '<p class="">t</p>'],
    ["an inline style as it was written", '<p style="COLOR : red;;margin:0">t</p>'],
    ["the first line of pre", "<pre>\n\n two</pre>"],
    [
      "the first line of textarea",
      "<textarea>\n\nx &lt;/textarea></textarea>".replace("></textarea>", "&gt;</textarea>"),
    ],
    ["spaces between inline elements", "<b>a</b> <i>b</i>\n<u>c</u>"],
    ["a carriage return", "<p>a&#13;b</p>"],
    ["comments", "<!-- note --><p>t</p>"],
    ["drawings", '<svg viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><use xlink:href="#g"></use></svg>'],
    ["HTML in a drawing", "<svg><foreignObject><p>t</p></foreignObject></svg>"],
    ["formulas", '<math display="block"><mi>x</mi><mo>=</mo><mn>1</mn></math>'],
    ["tables", "<table><caption>c</caption><colgroup><col></colgroup><tbody><tr><td>1</td></tr></tbody></table>"],
    ["choices", '<select><optgroup label="a"><option selected="">1</option></optgroup></select>'],
    ["pictures", '<picture><source srcset="a.webp 1x, b.webp 2x"><img src="a.png" alt=""></picture>'],
    ["templates", "<template><p>t</p></template>"],
    [
      "loops and outlets",
      '<cs-loop data-source="pages"><h2>{currentEntry.title}</h2></cs-loop><cs-outlet></cs-outlet>',
    ],
    ["attributes of frameworks", '<p @click="x" :class="y" v-if="z" ng-model="m" x-data="{}">t</p>'],
    ["no script", '<noscript><p title="&lt;/noscript&gt;">t</p></noscript>'],
  ])("keeps %s", (_, html) => {
    expect(body(html)).toBe(html)
  })

  it("keeps how a browser reads it", () => {
    expect(imported("<p><table>").document.mode).toBe("quirks")
    expect(imported("<!doctype html><p>").document.mode).toBe("standards")
    const transitional =
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><p>'
    expect(imported(transitional).document.mode).toBe("limited-quirks")
    expect(imported(written(transitional)).document.mode).toBe("limited-quirks")
  })

  it("says what was left out, once for each with its number", () => {
    const { report } = imported('<p onclick="a()">1<p onclick="a()">2<script>x</script><a href="javascript:x">3</a>')
    expect(report).toEqual([
      'onclick="a()" of <p> was left out: it could run or load something. (2 times)',
      "<script> was left out: it could run or load something.",
      'href="javascript:x" of <a> was left out: it could run or load something.',
    ])
  })

  it("keeps a frame from elsewhere as an empty one that says where it came from", () => {
    expect(body('<iframe src="https://maps.example/x" width="3"></iframe>')).toBe(
      '<iframe data-cs-src="https://maps.example/x" width="3"></iframe>',
    )
  })

  it("hands its styles over in their order", () => {
    const page = importPage(
      '<link rel=stylesheet href=a.css media=print><style>b{}</style><body><style media="screen">c{}</style>',
      { nextId: ids() },
    )
    expect(page).toMatchObject({
      sheets: [{ href: "a.css", media: "print" }, { css: "b{}" }, { css: "c{}", media: "screen" }],
    })
  })
})

describe("any document", () => {
  it("comes back as it was written, whatever commands made it (200 documents)", () => {
    fc.assert(
      fc.property(intents(25), (sequence) => {
        let site = startSite()
        for (const [at, intent] of sequence.entries()) {
          const applied = apply(site, commandFor(site, intent, `n${at}`))
          if (applied.ok) site = applied.site
        }
        const document = site.documents.get("page:home")!
        const html = writeDocument(document, { policy: null })
        expect(writeDocument(imported(html, null).document, { policy: null })).toBe(html)
      }),
      { seed: 20261117, numRuns: 200 },
    )
  })

  it("of any HTML is the same when it is written and read again (500 texts)", () => {
    const parts =
      "<p> <div> <b> <a> </a> </b> </p> <table> <tr> <td> text <svg> <g> </svg> <li> <ul> </ul> <select> <option> <button> <form> </form> <pre> \n & < <!--x--> <math> <mi> <style>a{}</style> <foreignObject> </table> <h1> <template> </template> <dd> <textarea> </textarea> <title> <body class=x> <html lang=en> <noscript> </noscript> <caption> <col>".split(
        " ",
      )
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 40 }), (list) => {
        const once = writeDocument(imported(`<!doctype html>${list.join("")}`).document, { policy: OWN_ONLY })
        expect(writeDocument(imported(once).document, { policy: OWN_ONLY })).toBe(once)
      }),
      { seed: 20261117, numRuns: 500 },
    )
  })
})

describe("too much HTML", () => {
  it.each([
    ["20,000 nested blocks", "<div>".repeat(20_000), /nests elements more than 500 deep/],
    ["more than 100,000 elements", "<br>".repeat(100_001), /more than 100000 elements and texts/],
    ["9 MB", "a".repeat(9 * 1024 * 1024), /is 9\.0 MB long, and 8 MB is the most/],
  ])("%s: a sentence", (_, html, reason) => {
    expect(importPage(html, { nextId: ids() })).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
    expect(importFragment(html, { nextId: ids() })).toMatchObject({ ok: false, reason: expect.stringMatching(reason) })
  })

  it(`${PAGE_MB} MB and 10,000 classes are read`, () => {
    const text = `<p>${"Some words of a page. ".repeat(5)}</p>`
    const page = importPage(text.repeat(Math.ceil((PAGE_MB * 1024 * 1024) / text.length)), { nextId: ids() })
    expect(page.ok ? page.fragment.nodes.length : page.reason).toBeGreaterThan(PAGE_MB * 16_000)
    const classes = Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(" ")
    expect(imported(`<p class="${classes}">`).report).toEqual([])
  })
})
