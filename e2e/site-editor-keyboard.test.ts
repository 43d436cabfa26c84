import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { openEditor, pagesFor, shows } from "./editor.ts"
import { startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()
const { emptyPage, pageWith } = pagesFor(ana)

describe("the editor of the site by the keyboard", () => {
  it("opens a page, inserts, types, moves, styles, takes back and publishes without a pointer", async () => {
    const key = await emptyPage()
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/site`)
    await page.getByRole("link", { name: "Page 1" }).waitFor()
    await reach(page.getByRole("link", { name: "Page 1" }))
    await page.keyboard.press("Enter")
    await reach(page.getByRole("link", { name: "Edit", exact: true }))
    await page.keyboard.press("Enter")
    await page.waitForURL(`${url}/site/edit/${key}`)
    const canvas = page.getByRole("group", { name: /^Canvas of/ })
    await canvas.waitFor()
    await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
    const shown = page.frameLocator('iframe[title^="How "]')
    const html = () =>
      shown.locator("body").evaluate((body) => body.innerHTML.replaceAll(/ (?:data-uid|contenteditable)="[^"]*"/g, ""))

    await reach(page.getByRole("tab", { name: "Layers" }))
    await page.keyboard.press("ArrowRight")
    await reach(page.getByRole("button", { name: "Opening", exact: true }))
    await page.keyboard.press("Enter")
    await expect.poll(html).toContain('<section class="hero"><h1>What you offer</h1><p>')
    await reach(canvas)
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await expect.poll(() => shown.locator("h1[contenteditable]").count()).toBe(1)
    await page.keyboard.press("Control+a")
    await page.keyboard.type("Harbour tours")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Alt+ArrowDown")
    await expect.poll(html).toMatch(/^<section class="hero"><p>[^<]*<\/p><h1>Harbour tours<\/h1>/)

    await page.keyboard.press("ArrowLeft")
    await reach(page.getByRole("tab", { name: "Attributes" }))
    await page.keyboard.press("ArrowRight")
    await reach(page.getByLabel("Inside", { exact: true }))
    await page.keyboard.type("24px")
    await page.keyboard.press("Enter")
    const padding = () => shown.locator("section").evaluate((element) => getComputedStyle(element).paddingTop)
    await expect.poll(padding).toBe("24px")
    await reach(canvas)
    await page.keyboard.press("Control+z")
    await expect.poll(padding).toBe("0px")
    await page.keyboard.press("Control+Shift+z")
    await expect.poll(padding).toBe("24px")
    await page.locator("[data-connection=saved]").waitFor()

    await reach(page.getByRole("link", { name: "Publish", exact: true }))
    await page.keyboard.press("Enter")
    await page.waitForURL(`${url}/site/publications`)
    await reach(page.getByRole("button", { name: "Publish", exact: true }))
    await page.keyboard.press("Enter")
    await reach(page.getByRole("button", { name: "Publish site" }))
    await page.keyboard.press("Enter")
    await expect
      .poll(() => fetch(`${siteUrl}/page1`).then((answer) => answer.text()), { timeout: 15_000 })
      .toContain("<h1>Harbour tours</h1>")
  })

  it("shows its keys on the map, and offers in the palette what can be done to what is selected", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1><p>Words</p>"))
    const canvas = page.getByRole("group", { name: /^Canvas of/ })
    await canvas.focus()
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("?")
    const map = page.getByRole("dialog", { name: "Keyboard" })
    await map.getByRole("heading", { name: "What is selected in the editor" }).waitFor()
    for (const words of ["Wrap in a box", "Move up", "Undo", "Anywhere"]) await map.getByText(words).first().waitFor()
    await page.keyboard.press("Escape")
    await map.waitFor({ state: "hidden" })

    const find = page.getByRole("combobox", { name: "Find a page, a thing or an action" })
    await page.keyboard.press("Control+k")
    await find.fill("wrap in a box")
    await page.locator("[role=option][aria-selected=true]", { hasText: "Wrap in a box" }).waitFor()
    await page.keyboard.press("Enter")
    await shows(hands, "<div><h1>Hello</h1></div><p>Words</p>")
    await canvas.focus()
    await page.keyboard.press("Control+k")
    await find.fill("undo")
    await page.locator("[role=option][aria-selected=true]", { hasText: "Undo" }).waitFor()
    await page.keyboard.press("Enter")
    await shows(hands, "<h1>Hello</h1><p>Words</p>")

    await hands.saved()
    await page.goto(`${url}/site`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.keyboard.press("?")
    await map.getByText("Anywhere").waitFor()
    expect(await map.getByText("Wrap in a box").count(), "only the page that is open").toBe(0)
  })
})

/** Tab by tab, as far as it takes. */
async function reach(wanted: Locator): Promise<void> {
  const page: Page = wanted.page()
  await wanted.first().waitFor()
  const isThere = () => wanted.first().evaluate((element) => element === document.activeElement)
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await isThere()) return
    await page.keyboard.press("Tab")
  }
  throw new Error(`${wanted} was not reached by ${MOST_STEPS} presses of Tab.`)
}

const MOST_STEPS = 150
