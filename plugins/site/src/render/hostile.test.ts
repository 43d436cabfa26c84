/**
 * Rows that say everything in the corpus, in every place where a token may stand, shown in Chromium with scripts on and no
 * policy of the server's: nothing may run, be asked for elsewhere or lead away. And again with each of the two guards off.
 */
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../packages/testing/src/vitest-context.ts"
import { findChromium } from "../../../../scripts/chromium.mjs"
import { HOSTILE } from "../document/safety/corpus.fixture.ts"
import type { SiteDocument, SiteNode } from "../document/tree/node.ts"
import { documentOf, rendered } from "./render.fixture.ts"
import type { RenderLayer } from "./work.ts"

/** What is no markup: addresses, styles, ends of attributes and of elements. */
const VALUES = [
  "javascript:hit()",
  " java\tscript:hit()",
  "JaVaScRiPt:hit()//",
  "//evil.test/x.png",
  "https://evil.test/x.png 2x, //evil.test/y.png",
  "\\\\evil.test\\x.png",
  "data:text/html,<script>top.hit()</script>",
  'red;background:url("//evil.test/x")',
  "red;background:u\\72l(//evil.test/x)",
  "url(//evil.test/x.png)",
  '"><img src=x onerror=hit()>',
  "' onerror=hit() x='",
  "x onload=hit() ",
  "</title><script>hit()</script>",
  "</textarea><script>hit()</script>",
  "--><script>hit()</script>",
  "</noscript><img src=x onerror=hit()>",
  "</style><script>hit()</script>",
  "</iframe><script>hit()</script>",
  "0;url=//evil.test/",
  "{currentEntry.title}",
]

const PAGE = `<!doctype html><html><head><title>{currentEntry.title}</title><meta name="x" content="{currentEntry.title}"></head><body>
<cs-loop data-source="incidents"><p title="{currentEntry.title}" class="{currentEntry.title}" style="background: {currentEntry.title}; color: {currentEntry.title}">{currentEntry.title}</p>
<a id="click" href="{currentEntry.title}">a</a><a href="/x?{currentEntry.title}">a</a><img src="{currentEntry.title}" alt="{currentEntry.title}"><img srcset="{currentEntry.title}" alt="">
<iframe src="{currentEntry.title}">{currentEntry.title}</iframe><textarea>{currentEntry.title}</textarea><noscript title="{currentEntry.title}">{currentEntry.title}</noscript>
<form action="{currentEntry.title}"><input type="image" src="{currentEntry.title}" value="{currentEntry.title}"><button formaction="{currentEntry.title}">b</button></form>
<svg><a href="{currentEntry.title}"><rect fill="{currentEntry.title}" width="9" height="9"></rect></a><image href="{currentEntry.title}"></image><use href="{currentEntry.title}"></use></svg>
<video poster="{currentEntry.title}" src="{currentEntry.title}"></video><object data="{currentEntry.title}"></object><!-- {currentEntry.title} --></cs-loop></body></html>`

/** As a command may bring it: no import has looked at it. */
const page: SiteDocument = documentOf(PAGE, { policy: null })

function pageOf(value: string, switchedOff: readonly RenderLayer[] = []): string {
  const rows = [{ id: "1", title: value }]
  const facts = { title: value, description: value, image: value }
  return rendered([page], { rows, page: facts, switchedOff }).html
}

let browser: Browser
let shownPage: Page
let current = new Map<string, string>()
let asked = 0

beforeAll(async () => {
  browser = await chromium.launch(findChromium())
  const context = await browser.newContext()
  await context.addInitScript(() => {
    const all = top as Window & { ran: number }
    if (window === top) Object.assign(window, { ran: 0 })
    const tell = () => {
      all.ran += 1
    }
    Object.assign(window, { hit: tell, alert: tell })
  })
  await context.route("**", (route) => {
    const url = new URL(route.request().url())
    if (url.protocol === "about:" || url.protocol === "data:") return route.abort()
    if (url.host !== "site.test") {
      asked += 1
      return route.abort()
    }
    const body = current.get(url.pathname)
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: "text/html; charset=utf-8", body })
  })
  shownPage = await context.newPage()
})
afterAll(() => browser?.close())

/** How often something ran, was asked for elsewhere, or led a frame away. */
async function harmOf(pages: readonly string[]): Promise<number> {
  let harm = 0
  for (let from = 0; from < pages.length; from += 40) {
    const some = pages.slice(from, from + 40)
    asked = 0
    current = new Map(some.map((html, at) => [`/${at}`, html]))
    current.set("/", some.map((_, at) => `<iframe src="/${at}"></iframe>`).join(""))
    await shownPage.goto("http://site.test/", { waitUntil: "load" })
    harm += await shownPage.evaluate(async () => {
      const frames = [...document.querySelectorAll("iframe")]
      for (const { contentDocument } of frames) {
        contentDocument?.querySelector("#click")?.dispatchEvent(new MouseEvent("click", { bubbles: true }))
      }
      // A wait by time: nothing tells that nothing more will happen. What a page begins, it has begun when it was drawn twice.
      await new Promise((drawn) => setTimeout(drawn, 150))
      const left = frames.filter((frame) => {
        try {
          // A row may lead to another page of the site itself.
          return frame.contentWindow!.location.host !== "site.test"
        } catch {
          return true
        }
      })
      return (window as unknown as { ran: number }).ran + left.length
    })
    harm += asked
  }
  return harm
}

/** Links that lead to another host are allowed; the judge would see a click as leading away, so they are not clicked here. */
const leadsOnly = (value: string) => /^(?:https?:)?[\\/]{2}/i.test(value.trim())
const CORPUS = [...VALUES, ...(inject("long") ? HOSTILE : HOSTILE.filter((_, at) => at % 12 === 0))]
const withoutClick = (value: string, html: string) => (leadsOnly(value) ? html.replace(' id="click"', "") : html)
const pagesWith = (off: readonly RenderLayer[]) => CORPUS.map((value) => withoutClick(value, pageOf(value, off)))

describe("what a row says", () => {
  it.each([[[]], [["tokens"]], [["sanitiser"]]] as [RenderLayer[]][])(
    "runs nothing, loads nothing and leads nowhere, with these switched off: %s",
    async (off) => {
      expect(await harmOf(pagesWith(off))).toBe(0)
    },
  )

  it("does so with both switched off, so that it is they who prevent it", async () => {
    expect(await harmOf(pagesWith(["tokens", "sanitiser"]))).toBeGreaterThan(10)
  })

  it("is what a parser finds again, letter by letter", () => {
    for (const value of CORPUS) {
      // No page can hold this character; a parser drops it or takes another for it.
      const shown = value.replaceAll("\0", "")
      const html = rendered('<p>{page.x}</p><textarea>{page.x}</textarea><b title="{page.x}"></b>', {
        page: { title: "t", x: value },
      }).html
      const words = [...documentOf(html, { policy: null }).nodes.values()]
      const text = (tag: string) => {
        const found = words.find(
          (node): node is SiteNode & { kind: "element" } => node.kind === "element" && node.tag === tag,
        )!
        const child = words.find(({ id }) => id === found.children[0])
        return child && "text" in child ? child.text : ""
      }
      expect(text("p")).toBe(shown)
      expect(text("textarea")).toBe(shown)
      const bold = words.find((node) => node.kind === "element" && node.tag === "b")
      expect(bold).toMatchObject({ attributes: [["title", shown]] })
    }
  })
})
