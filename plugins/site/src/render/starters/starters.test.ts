import AxeBuilder from "@axe-core/playwright"
import { HtmlValidate } from "html-validate"
import { type Browser, chromium } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { cleanCss } from "../../document/css/clean-css.ts"
import { importPage } from "../../document/html/import-html.ts"
import { OWN_ONLY } from "../../document/safety/policy.ts"
import { problemsOf } from "../../document/tree/invariants.ts"
import { documentOf } from "../render.fixture.ts"
import { pageOf, ROWS } from "./starters.fixture.ts"
import { starters } from "./starters.ts"
import { statusPage } from "./status-page.ts"

const ALL = [statusPage, ...starters].map((starter) => [starter.id, starter] as const)
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch(findChromium())
})
afterAll(() => browser?.close())

describe.each(ALL)("the starter %s", (_, starter) => {
  it.each(["home", "notFound"] as const)(
    "is a page without problems, without scripts and of at most 50 kB: %s",
    (part) => {
      for (const rows of [ROWS, {}]) {
        const made = pageOf(starter, part, rows)
        expect(made.problems).toEqual([])
        expect(made.wants).toEqual([])
        expect(new TextEncoder().encode(made.html).length).toBeLessThan(50_000)
        expect(made.html).not.toMatch(/<script|\son\w+=|\{\w+\.\w+\}/)
        expect(made.html.match(/<h1[ >]/g)).toHaveLength(1)
      }
    },
  )

  it("is HTML as the standard has it", async () => {
    const judge = new HtmlValidate({ extends: ["html-validate:standard"] })
    for (const html of [
      pageOf(starter, "home", ROWS),
      pageOf(starter, "home", {}),
      pageOf(starter, "notFound", ROWS),
    ]) {
      const { results } = await judge.validateString(html.html)
      expect(results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
        [],
      )
    }
  })

  it("comes through import and the sanitiser whole", () => {
    expect(cleanCss(starter.css, OWN_ONLY)).toEqual({ css: starter.css, removed: [] })
    for (const html of [starter.frame, starter.home, starter.notFound]) {
      const imported = importPage(html, { nextId: nextId() })
      expect(imported).toMatchObject({ ok: true, report: [] })
      expect(problemsOf(documentOf(html))).toEqual([])
    }
  })

  it("can be used by everybody, wide and narrow, in the light and in the dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width: colorScheme === "light" ? 1440 : 390, height: 900 },
      })
      const page = await context.newPage()
      await page.setContent(pageOf(starter, "home", ROWS).html)
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
      await context.close()
    }
  })
})

describe("the status page", () => {
  it.each([
    [[], "Nothing to report yet"],
    [["unknown"], "No system has reported its state yet"],
    [["unknown", "healthy"], "All systems are working"],
    [["healthy", "maintenance"], "Maintenance is under way"],
    [["healthy", "maintenance", "degraded"], "Some systems have problems"],
  ])("says of systems that are %j: %s", (states, sentence) => {
    const systems = states.map((status, at) => ({ id: String(at), name: `System ${at}`, status, statusWords: status }))
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(pageOf(statusPage, "home", { systems }).html)?.[1]).toBe(sentence)
  })
})

function nextId(): () => string {
  let count = 0
  return () => `n${count++}`
}
