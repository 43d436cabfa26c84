/** Chromium and the library find the same elements by the same selectors. */
import fc from "fast-check"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { apply } from "../commands/apply.ts"
import { importPage } from "../html/import-html.ts"
import { writeDocument } from "../html/write-html.ts"
import { emptySite, type SiteDocument, subtreeOf } from "../tree/node.ts"
import { createMatcher } from "./match-selector.ts"
import { readSelectors } from "./read-selectors.ts"

const RANDOM = inject("long") ? 20_000 : 1_500

const HTML = `<!DOCTYPE html><html lang=en><head><title>x</title></head><body class="home Page">
<header id=top class="bar wide"><a href="/">Home</a><a class=on>Here</a><nav><ul><li class=a><a href=x>1</a><li class="a b">2<li id=three>3<li></ul></nav></header>
<main><section class="hero bar"><h1>Hello</h1><p class="a lead" data-kind="Big one" title="en-GB">Hi <em>you</em></p><p lang=en-US></p></section>
<section id=two><h2 class=a>Two</h2><div><div class=b><div class="b a"><p>Deep</p><span></span><span> </span><!-- c --></div></div></div>
<form><input type=TEXT name=q><input type=checkbox><button class=on>Go</button></form></section>
<svg viewBox="0 0 1 1"><linearGradient id=g></linearGradient><path class=a d=M0 /></svg></main>
<footer class="bar"><p>End</p><p class=b>More</p><p>Last</p></footer></body></html>`

const SELECTORS =
  `*¦p¦P¦.a¦.A¦#top¦#Top¦.a.b¦li.a¦ul > li¦ul li¦header a¦a[href]¦a[href="/"]¦[class]¦[class~=b]¦[class^=b]¦[class$=e]¦[class*=ar]¦[lang|=en]¦[lang|="EN"]
[data-kind="big one"]¦[data-kind="big one" i]¦[type=text]¦[title="en-GB"]¦h1 + p¦h1 ~ p¦p ~ p¦section:not(.hero)¦:is(h1, h2)¦:where(.a) em¦:not(:not(.a))
li:first-child¦li:last-child¦li:nth-child(2n+1)¦li:nth-child(odd)¦li:nth-child(even)¦li:nth-child(-n + 2)¦li:nth-last-child(2)¦p:first-of-type¦p:last-of-type¦p:nth-of-type(2)
h1:only-of-type¦em:only-child¦:empty¦:root¦html > body¦body > *¦main *¦main > * > p¦div div div¦div > div p¦.b .b p¦.bar .a¦.bar > .a¦footer p:not(:first-child):not(:last-child)
section:has(> h1)¦section:has(form)¦:has(+ section)¦li:has(~ #three)¦a:link¦a:any-link¦a:hover¦a:focus-visible¦:is(a:hover, h1)¦p:not(:hover)¦li:nth-child(n)¦li:nth-child(0n+3)¦linearGradient¦lineargradient
svg .a¦.\\61¦[class="a b"]¦[class='b a']¦section , footer¦p/* c */.a¦header+main¦header~footer¦* > em¦:nth-child(3)¦section > :nth-last-child(1)¦[nothing]¦[href¦&¦&&¦p:is(.a¦#nobody¦.on:not(button)¦:is()¦main :is(p, div) > span`
    .split(/¦|\n/)
    .filter((selector) => selector !== "")

/** What a browser refuses as well. */
const BROKEN = [
  "",
  " ",
  ">",
  "> p",
  "p >",
  "p > > a",
  "p,",
  ",p",
  ".",
  "#",
  "p..a",
  "[a=]",
  ":",
  "::",
  ":nth-child(x)",
  "a b >",
  "p:not(",
  '[type="text" s]',
  "5",
  "p 5",
]

const PIECES =
  "* p li a section .a .b .bar #two [class] [href] :first-child :last-child :nth-child(2n+1) :not(.a) :empty div span :is(.a,p) :has(p)".split(
    " ",
  )

function documentOf(html: string): SiteDocument {
  let count = 0
  const page = importPage(html, { nextId: () => `n${count++}` })
  if (!page.ok) throw new Error(page.reason)
  const { mode, contentNodeId, fragment } = page
  const content = { title: "x", mode, contentNodeId, fragment }
  const added = apply(emptySite(), { type: "document.add", document: { type: "page", id: "home" }, content })
  if (!added.ok) throw new Error(added.reason)
  return added.site.documents.get("page:home")!
}

const document_ = documentOf(HTML)
const elements = subtreeOf(document_.nodes, document_.rootNodeId).filter((node) => node.kind === "element")

/** Numbers of the elements, in their order; null where it is no selector. */
function found(text: string): number[] | null {
  const list = readSelectors(text)
  if (!list) return null
  const selects = createMatcher()
  return elements.flatMap((node, at) =>
    list.some((one) => one.part === null && selects({ document: document_, node }, one)) ? [at] : [],
  )
}

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(findChromium())
})
afterAll(() => browser?.close())

async function inChromium(selectors: readonly string[]): Promise<(number[] | null)[]> {
  const page = await browser.newPage()
  await page.setContent(writeDocument(document_, { policy: null }))
  return page.evaluate((given) => {
    const all = [...document.querySelectorAll("*")]
    return given.map((selector) => {
      try {
        return [...document.querySelectorAll(selector)].map((element) => all.indexOf(element))
      } catch {
        return null
      }
    })
  }, selectors)
}

describe("a selector", () => {
  it(`selects what it selects in Chromium (${SELECTORS.length + BROKEN.length} of them)`, async () => {
    const given = [...SELECTORS, ...BROKEN]
    const seen = await inChromium(given)
    expect(given.filter((selector, at) => JSON.stringify(found(selector)) !== JSON.stringify(seen[at]))).toEqual([])
    expect(seen.filter((ids) => ids === null)).toHaveLength(BROKEN.length)
    expect(seen.filter((ids) => ids !== null && ids.length > 0).length).toBeGreaterThan(70)
  })

  it(`selects the same when it is made up (${RANDOM} of them)`, async () => {
    const compound = fc
      .tuple(fc.constantFrom(...PIECES), fc.constantFrom("", "", ".a", ":not(:empty)", ":nth-of-type(2)"))
      .map((parts) => parts.join(""))
    const selector = fc
      .tuple(compound, fc.array(fc.tuple(fc.constantFrom(" ", " > ", " + ", " ~ ", ", "), compound), { maxLength: 4 }))
      .map(([first, rest]) => `${first}${rest.map((parts) => parts.join("")).join("")}`)
    const given = fc.sample(selector, { seed: 20261118, numRuns: RANDOM })
    const seen = await inChromium(given)
    expect(given.filter((one, at) => JSON.stringify(found(one)) !== JSON.stringify(seen[at]))).toEqual([])
  })

  it("is answered in time that grows with the depth, however many spaces it has", () => {
    const deep = documentOf(`<!DOCTYPE html><body>${"<div>".repeat(200)}`)
    const all = subtreeOf(deep.nodes, deep.rootNodeId).filter((node) => node.kind === "element")
    const [selector] = readSelectors(`.nothing ${"div ".repeat(60)}`)!
    const selects = createMatcher()
    const began = performance.now()
    expect(all.filter((node) => selects({ document: deep, node }, selector!))).toEqual([])
    // A hundredth of it on a machine at rest; all ways up would be more than there are atoms.
    expect(performance.now() - began).toBeLessThan(10_000)
  })
})

describe("how much a selector weighs", () => {
  it.each([
    ["p", 1],
    [".a", 1_000],
    ["#top p.a", 1_001_001],
    [":is(#top, p)", 1_000_000],
    [":where(#top)", 0],
    [":not(.a, p)", 1_000],
    ["a:hover::before", 1_002],
    ["li:nth-child(2)", 1_001],
  ])("%s", (text, weight) => {
    expect(readSelectors(text)?.[0]?.specificity).toBe(weight)
  })
})
