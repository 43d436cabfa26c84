/**
 * Everything in the corpus, through import, command and publish, shown in Chromium with scripts on and no policy of the
 * server's: nothing may run, be asked for elsewhere or lead away. And again with each of the three switched off.
 */
import { type Browser, chromium, type Frame, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest"
import "../../../../../packages/testing/src/vitest-context.ts"
import { findChromium } from "../../../../../scripts/chromium.mjs"
import { apply } from "../commands/apply.ts"
import { cleanCss } from "../css/clean-css.ts"
import { sheetOf, textOf } from "../css/stylesheet.ts"
import { importPage } from "../html/import-html.ts"
import { writeDocument } from "../html/write-html.ts"
import { emptySite, keyOf } from "../tree/node.ts"
import { HARMLESS, HOSTILE } from "./corpus.fixture.ts"
import { guardFor } from "./guard.ts"
import { OWN_ONLY } from "./policy.ts"

type Layer = "import" | "command" | "publish"
const REF = { type: "page", id: "home" } as const

/** The page as it is published, or the reason why it never came so far. */
function published(html: string, off: readonly Layer[] = []): { html: string } | { reason: string } {
  let count = 0
  const page = importPage(html, { nextId: () => `n${count++}`, policy: off.includes("import") ? null : OWN_ONLY })
  if (!page.ok) return { reason: page.reason }
  const { mode, contentNodeId, fragment } = page
  const guard = off.includes("command") ? undefined : guardFor(OWN_ONLY)
  const sheets = page.sheets.flatMap((sheet, at) => {
    if (!("css" in sheet)) return []
    const css = off.includes("import") ? sheet.css : cleanCss(sheet.css, OWN_ONLY).css
    return [sheetOf(css, { id: `s${at}`, name: "style" })]
  })
  const added = apply(
    emptySite(),
    {
      type: "group",
      commands: [
        { type: "document.add", document: REF, content: { title: "x", mode, contentNodeId, fragment } },
        ...sheets.map((sheet) => ({ type: "sheet.add" as const, sheet, after: null })),
      ],
    },
    guard,
  )
  if (!added.ok) return { reason: added.reason }
  const policy = off.includes("publish") ? null : OWN_ONLY
  const styles = added.site.sheets.map((sheet) => {
    const css = policy ? cleanCss(textOf(sheet), policy).css : textOf(sheet)
    return `<style>${css}</style>`
  })
  return { html: writeDocument(added.site.documents.get(keyOf(REF))!, { policy, headEnd: styles.join("") }) }
}

let browser: Browser
let page: Page
/** Which page asked another host for something, by its number. */
const asked: number[] = []
let current = new Map<string, string>()

beforeAll(async () => {
  browser = await chromium.launch(findChromium())
  const context = await browser.newContext()
  await context.addInitScript(() => {
    const all = top as Window & { ran: number[] }
    if (window === top) Object.assign(window, { ran: [] })
    const tell = () => {
      let page: Window = window
      while (page.parent !== all && page.parent !== page) page = page.parent
      all.ran.push(Array.from({ length: all.length }, (_, at) => all[at]).indexOf(page))
    }
    Object.assign(window, { hit: tell, alert: tell })
  })
  await context.route("**", (route) => {
    const url = new URL(route.request().url())
    if (url.protocol === "about:" || url.protocol === "data:") return route.abort()
    if (url.host !== "site.test") {
      asked.push(page.mainFrame().childFrames().indexOf(shownIn(route.request().frame())))
      return route.abort()
    }
    const body = current.get(url.pathname)
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: "text/html; charset=utf-8", body })
  })
  page = await context.newPage()
})
afterAll(() => browser?.close())

/** The frame of a page, which may hold others. */
function shownIn(frame: Frame): Frame {
  const outer = frame.parentFrame()
  return outer && outer !== page.mainFrame() ? shownIn(outer) : frame
}

/** Whether something happened, by page. Equal pages are shown once: with a layer less most of them stay as they were. */
const known = new Map<string, boolean>()

async function harmful(pages: readonly string[]): Promise<boolean[]> {
  const fresh = [...new Set(pages)].filter((html) => !known.has(html))
  for (let from = 0; from < fresh.length; from += 60) await show(fresh.slice(from, from + 60))
  return pages.map((html) => known.get(html)!)
}

/** Each in a frame of its own, which is clicked. */
async function show(pages: readonly string[]): Promise<void> {
  asked.length = 0
  current = new Map(pages.map((html, at) => [`/${at}`, html]))
  current.set("/", pages.map((_, at) => `<iframe src="/${at}" style="width:200px;height:60px"></iframe>`).join(""))
  await page.goto("http://site.test/", { waitUntil: "load" })
  const { ran, left } = await page.evaluate(async () => {
    const frames = [...document.querySelectorAll("iframe")]
    for (const { contentDocument } of frames) {
      const click = new MouseEvent("click", { bubbles: true, cancelable: true })
      contentDocument?.querySelector("#click")?.dispatchEvent(click)
    }
    // A wait by time: nothing tells that nothing more will happen. What a page begins, it has begun when it was drawn twice.
    await new Promise((drawn) => setTimeout(drawn, 150))
    const stays = (frame: HTMLIFrameElement, at: number) => frame.contentWindow?.location.pathname === `/${at}`
    const left = frames.flatMap((frame, at) => {
      try {
        return stays(frame, at) ? [] : [at]
      } catch {
        return [at]
      }
    })
    return { ran: (window as unknown as { ran: number[] }).ran, left }
  })
  const found = new Set([...ran, ...left, ...asked])
  for (const [at, html] of pages.entries()) known.set(html, found.delete(at))
  if (found.size > 0) throw new Error("Something happened that belongs to none of the pages.")
}

async function harmedBy(
  off: readonly Layer[],
  samples: readonly string[] = HOSTILE,
): Promise<{ harmed: string[]; refused: number }> {
  const made = samples.map((html) => published(html, off))
  const found = await harmful(made.map((one) => ("html" in one ? one.html : "")))
  return { harmed: samples.filter((_, at) => found[at]), refused: made.filter((one) => "reason" in one).length }
}

/** To know that the judge sees harm, not every kind of it is needed. */
const SOME = inject("long") ? HOSTILE : HOSTILE.filter((_, at) => at % 5 === 0)

describe("what could run, load or lead away", () => {
  it("does so where nothing is taken out, so that the judge is known to see it", async () => {
    const found = await harmful(SOME.map((html) => `<!doctype html>${html}`))
    // The others are for other browsers, or are broken ways that somebody might mend.
    expect(found.filter((harm) => harm).length).toBeGreaterThan(SOME.length * 0.6)
  })

  it.each([[[]], [["import"]], [["command"]], [["publish"]]] as [Layer[]][])(
    "does nothing, with these switched off: %s",
    async (off) => {
      const { harmed, refused } = await harmedBy(off)
      expect(harmed).toEqual([])
      // Only where the import lets everything in is there something for the command to refuse.
      if (off[0] === "import") expect(refused).toBeGreaterThan(HOSTILE.length / 2)
      else expect(refused).toBe(0)
    },
  )

  it("and does harm with all of them switched off, so that it is they who prevent it", async () => {
    const { harmed } = await harmedBy(["import", "command", "publish"], SOME)
    expect(harmed.length).toBeGreaterThan(SOME.length / 3)
  })

  it("is written out harmlessly also by what publishes alone", async () => {
    const { harmed } = await harmedBy(["import", "command"])
    expect(harmed).toEqual([])
  })
})

describe("what only looks like it", () => {
  it.each(HARMLESS)("survives: %s", (given, kept = given) => {
    for (const off of [[], ["import"], ["command"], ["publish"]] as Layer[][]) {
      const made = published(`<!doctype html><body>${given}`, off)
      expect("html" in made ? made.html : made.reason).toContain(`<body>${kept}</body>`)
    }
  })
})
