import { type Browser, chromium, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { applyCss } from "./apply-css.ts"
import { editSheet, rulesOf, setDeclaration } from "./rules.ts"
import { PROBE, SHEETS } from "./sheets.fixture.ts"
import { type Stylesheet, sheetOf, textOf } from "./stylesheet.ts"

let browser: Browser
let page: Page
beforeAll(async () => {
  browser = await chromium.launch(findChromium())
  page = await browser.newPage()
  // Sheets name pictures and fonts that nobody has.
  await page.route(/^https?:/, (route) => route.abort())
})
afterAll(() => browser?.close())

const known = new Map<string, string>()

/** The computed styles of every element of the probe, and of what stands before it, for each sheet; equal texts once. */
async function computed(sheets: readonly string[]): Promise<string[]> {
  const fresh = [...new Set(sheets)].filter((css) => !known.has(css))
  const said = await page.evaluate(look, {
    probe: PROBE,
    sheets: fresh,
    properties: inject("long") ? null : PROPERTIES,
  })
  for (const [at, css] of fresh.entries()) known.set(css, said[at]!)
  return sheets.map((css) => known.get(css)!)
}

/** What the sheets are about; the long form asks for all that there are. */
const PROPERTIES =
  "color background-color background-image border-top-color content counter-reset counter-increment display filter fill font-family font-size font-style font-weight grid-template-columns grid-template-areas grid-row-start grid-area height line-height list-style-type margin-top margin-left opacity padding-top position transform rotate scale top transition-property transition-timing-function width zoom z-index animation-name container-name container-type color-scheme position-try-fallbacks --x --X --y --z --on --size".split(
    " ",
  )

function look({
  probe,
  sheets,
  properties,
}: {
  probe: string
  sheets: string[]
  properties: string[] | null
}): string[] {
  return sheets.map((css) => {
    document.head.innerHTML = ""
    const style = document.createElement("style")
    style.textContent = css
    document.head.append(style)
    document.body.innerHTML = probe
    // A number for all of it: the lines of one sheet are too many to travel.
    let lines = 0
    let hash = 0
    for (const element of document.querySelectorAll("*")) {
      for (const pseudo of [undefined, "::before", "::first-line", "::marker"]) {
        const values = getComputedStyle(element, pseudo)
        const few = pseudo === undefined ? properties : ["color", "content", "counter-increment", "font-size"]
        for (const name of properties ? few! : [...values, "--x", "--X", "--y", "--z", "--on", "--size"]) {
          const line = `${name}: ${values.getPropertyValue(name)}`
          lines += 1
          for (let at = 0; at < line.length; at += 1) hash = (Math.imul(hash, 31) + line.charCodeAt(at)) | 0
        }
      }
    }
    return `${lines} ${hash}`
  })
}

const UNUSED = ".never-used { color: red; margin: 1px }"
const edited = (sheet: Stylesheet, edits: Parameters<typeof editSheet>[1]): Stylesheet => {
  const answer = editSheet(sheet, edits)
  if (!answer.ok) throw new Error(answer.reason)
  return answer.sheet
}

describe("a stylesheet that went through a site", () => {
  it("is the same text, with everything closed that its end left open", () => {
    for (const [name, css] of SHEETS) {
      const text = textOf(sheetOf(css, { id: "s", name }))
      expect(text.startsWith(css), name).toBe(true)
      expect(text.slice(css.length), name).toMatch(/^(?:\n|fffd )?["')\]}*/]*\n?$/)
    }
    expect(SHEETS.length).toBeGreaterThanOrEqual(120)
    expect(new Set(SHEETS.map(([name]) => name)).size).toBe(SHEETS.length)
  })

  it(`gives the same computed styles: as it is, after an edit beside it, after applyCss (${SHEETS.length} sheets)`, {
    timeout: 120_000,
  }, async () => {
    const before = await computed(SHEETS.map(([, css]) => css))
    // The probe is worth something: most sheets say something about it.
    expect(new Set(before).size).toBeGreaterThan(SHEETS.length / 3)

    const imported = SHEETS.map(([name, css]) => sheetOf(css, { id: "s", name }))
    const withUnused = imported.map((sheet) => edited(sheet, applyCss(sheet, UNUSED, () => "new").edits))
    const changed = withUnused.map((sheet) => {
      const rule = rulesOf(sheet).findLast(({ selector }) => selector === ".never-used")!
      return edited(sheet, [setDeclaration(rule, "color", "blue")])
    })
    for (const [at, sheet] of changed.entries()) {
      expect(textOf(sheet), SHEETS[at]![0]).toContain(".never-used { color: blue; margin: 1px }")
    }
    for (const [step, sheets] of Object.entries({ imported, withUnused, changed })) {
      const after = await computed(sheets.map(textOf))
      const unlike = SHEETS.flatMap(([name], at) => (after[at] === before[at] ? [] : [name]))
      expect(unlike, step).toEqual([])
    }
  })
})
