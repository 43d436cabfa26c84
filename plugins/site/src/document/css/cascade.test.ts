/** The declaration that the library calls the winner is the one that Chromium uses. */
import fc from "fast-check"
import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { apply } from "../commands/apply.ts"
import { importPage } from "../html/import-html.ts"
import { writeDocument } from "../html/write-html.ts"
import { emptySite, type SiteDocument, subtreeOf } from "../tree/node.ts"
import { cascadeOf } from "./cascade.ts"
import { holdsAt } from "./media-query.ts"
import { sheetOf } from "./stylesheet.ts"

const SHEETS = inject("long") ? 3_000 : 250

const HTML = `<!DOCTYPE html><html><head><title>x</title></head><body class=b><main id=m class="a b"><p class=a style="z-index: 900">1</p>
<p class="a b" style="z-index: 901 !important">2</p><p class=b>3</p><section class=c><p>4</p><div class="a c"><p id=p class="a b c">5</p></div></section></main></body></html>`

/** Each says who it is by a number: the computed z-index tells which one won. */
const SELECTORS = [
  "p",
  ".a",
  ".b",
  ".c",
  "#p",
  "main p",
  "main > p",
  ".a.b",
  "section .a",
  "p:first-child",
  "*",
  ":is(#m, .c) p",
  ":where(#p)",
  "p:hover",
  "p:not(.a)",
]
const AROUND = [
  "",
  "",
  "",
  "@media (max-width: 600px)",
  "@media (min-width: 601px)",
  "@media (400px <= width < 900px)",
  "@media print",
  "@media not print",
  "@layer one",
  "@layer two",
  "@layer one.deep",
  "@layer",
  "@supports (display: grid)",
  ".a",
  "main",
  "section, p",
]

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch(findChromium())
  page = await browser.newPage()
})
afterAll(() => browser?.close())

function documentOf(html: string): SiteDocument {
  let count = 0
  const read = importPage(html, { nextId: () => `n${count++}` })
  if (!read.ok) throw new Error(read.reason)
  const { mode, contentNodeId, fragment } = read
  const content = { title: "x", mode, contentNodeId, fragment }
  const added = apply(emptySite(), { type: "document.add", document: { type: "page", id: "home" }, content })
  if (!added.ok) throw new Error(added.reason)
  return added.site.documents.get("page:home")!
}

const document_ = documentOf(HTML)
const elements = subtreeOf(document_.nodes, document_.rootNodeId).filter((node) => node.kind === "element")

function winners(css: string, width: number): string[] {
  const cascade = cascadeOf([sheetOf(css, { id: "s", name: "s.css" })], { width })
  return elements.map((node) => cascade.stylesOf({ document: document_, node }).declared[0]?.value ?? "auto")
}

async function inChromium(sheets: readonly string[], width: number): Promise<string[][]> {
  await page.setViewportSize({ width, height: 600 })
  await page.setContent(writeDocument(document_, { policy: null }))
  return page.evaluate((given) => {
    const style = document.createElement("style")
    return given.map((css) => {
      style.textContent = css
      document.head.append(style)
      const values = [...document.querySelectorAll("*")]
        .filter((element) => element !== style)
        .map((element) => getComputedStyle(element).zIndex)
      style.remove()
      return values
    })
  }, sheets)
}

describe("the winner", () => {
  const rule = fc.tuple(
    fc.constantFrom(...AROUND),
    fc.constantFrom(...AROUND),
    fc.constantFrom(...SELECTORS),
    fc.boolean(),
    fc.nat(9),
  )
  const sheet = fc
    .tuple(
      fc.constantFrom("", "@layer two, one;", "@layer one.deep, one.other;"),
      fc.array(rule, { minLength: 1, maxLength: 12 }),
    )
    .map(
      ([first, rules]) =>
        first +
        rules
          .map(([outer, inner, selector, nested, important], at) => {
            const declaration = `z-index: ${at + 1}${important === 0 ? " !important" : ""}`
            const own = nested
              ? [
                  `${selector} { &.b { ${declaration} } }`,
                  `${selector} { @media (max-width: 600px) { ${declaration} } z-index: ${at + 101} }`,
                  `${selector} { & { z-index: ${at + 101} } ${declaration} }`,
                ][at % 3]!
              : `${selector} { ${declaration} }`
            return [outer, inner].reduceRight(
              (inside, around) => (around === "" ? inside : `${around} { ${inside} }`),
              own,
            )
          })
          .join("\n"),
    )

  it.each([500, 1_200])(
    `is Chromium's in a window of %i pixels (${SHEETS} sheets of up to 12 rules)`,
    async (width) => {
      const sheets = fc.sample(sheet, { seed: 20261118, numRuns: SHEETS })
      const seen = await inChromium(sheets, width)
      const unlike = sheets.filter((css, at) => JSON.stringify(winners(css, width)) !== JSON.stringify(seen[at]))
      expect(unlike).toEqual([])
      expect(new Set(seen.flat()).size).toBeGreaterThan(10)
    },
  )

  // The first is what remained of a made-up sheet of twelve rules.
  it.each([
    "@media print { @layer one { p { z-index: 1 } } } @layer two { p { z-index: 2 } } @layer one { p { z-index: 3 } }",
    "@layer in { @media print { @layer one; } @layer two { p { z-index: 2 } } } @layer in.one { p { z-index: 3 } }",
    "@media print { @layer one; } @layer { p { z-index: 2 !important } } @layer one.deep { p { z-index: 3 !important } }",
    "p { @media print { @layer one { z-index: 1 } } } @layer two { p { z-index: 2 } } @layer one { p { z-index: 3 } }",
    "@supports not (display: grid) { @layer one; } @layer two { p { z-index: 2 } } @layer one { p { z-index: 3 } }",
    "@supports (display: grid) { @layer one; } @layer two { p { z-index: 2 } } @layer one { p { z-index: 3 } }",
    "@container (width < 1px) { @layer one { p { z-index: 1 } } } @layer two { p { z-index: 2 } } @layer one { p { z-index: 3 } }",
    "@scope (.nobody) { @layer one { p { z-index: 1 } } } @layer two { p { z-index: 2 } } @layer one { p { z-index: 3 } }",
    "@starting-style { @layer one { p { z-index: 1 } } } @layer two { p { z-index: 2 } } @layer one { p { z-index: 3 } }",
  ])("is Chromium's where a layer is first named in a block that does not hold or may not: %s", async (css) => {
    const [seen] = await inChromium([css], 800)
    expect(winners(css, 800)).toEqual(seen)
    expect(new Set(seen).size).toBeGreaterThan(1)
  })

  it("heeds no layer of a sheet that is for another medium", () => {
    const print = { ...sheetOf("@layer one;", { id: "print", name: "print.css" }), media: "print" }
    const sheet = sheetOf("@layer two { main { top: 2px } } @layer one { main { top: 1px } }", {
      id: "s",
      name: "s.css",
    })
    const node = elements.find(({ tag }) => tag === "main")!
    const { declared } = cascadeOf([print, sheet], { width: 800 }).stylesOf({ document: document_, node })
    expect(declared.map(({ value }) => value)).toEqual(["1px", "2px"])
  })

  it("is told with what stands around its rule, and with what stands between the two", () => {
    const css = "@layer { main { @supports (top: 0) { top: 1px; p { @media all { top: 2px } } } } }"
    const cascade = cascadeOf([sheetOf(css, { id: "s", name: "s.css" })], { width: 800 })
    const told = ["main", "p"].map((wanted) => {
      const node = elements.find(({ tag }) => tag === wanted)!
      return cascade.stylesOf({ document: document_, node }).declared.find(({ property }) => property === "top")!.rule
    })
    expect(told).toEqual([
      { selector: "main", context: ["@layer ", "@supports (top: 0)"], sheet: "s.css" },
      { selector: "p", context: ["@layer ", "main", "@supports (top: 0)", "@media all"], sheet: "s.css" },
    ])
  })

  it("leaves out what happens now and then, and says that it does", () => {
    const sheets = [
      sheetOf(
        ".a:hover { top: 1px } p::before { top: 2px } @media (prefers-color-scheme: dark) { p { top: 3px } } p { top: 4px }",
        { id: "s", name: "s.css" },
      ),
    ]
    const node = elements.find(({ id, classes }) => classes.includes("a") && id !== "")!
    const { declared, sometimes } = cascadeOf(sheets, { width: 800 }).stylesOf({
      document: document_,
      node: elements.find(({ tag }) => tag === "p") ?? node,
    })
    expect(declared).toMatchObject([
      { property: "z-index", rule: null },
      { property: "top", value: "4px", rule: { selector: "p", sheet: "s.css" } },
    ])
    expect(sometimes.map(({ selector }) => selector)).toEqual([".a:hover", "p::before", "p"])
  })
})

describe("a media query", () => {
  it.each([
    ["", true],
    ["screen", true],
    ["print", false],
    ["not print", true],
    ["only screen and (min-width: 30em)", true],
    ["(min-width: 801px)", false],
    ["(width >= 50rem)", true],
    ["(400px <= width <= 700px)", false],
    ["(min-width: 1px) and (max-width: 900px)", true],
    ["not (max-width: 900px)", false],
    ["(min-width: 2000px), (max-width: 900px)", true],
    ["((min-width: 2000px) or (max-width: 900px))", true],
    ["(prefers-color-scheme: dark)", null],
    ["(prefers-color-scheme: dark) and (max-width: 1px)", false],
    ["(min-width: calc(1px + 1em))", null],
  ])("%s in a window of 800 pixels: %s", (query, answer) => {
    expect(holdsAt(query, 800)).toBe(answer)
  })
})
