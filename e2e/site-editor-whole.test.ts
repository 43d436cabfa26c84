import { expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { type EditorHands, openEditor, pagesFor, shows } from "./editor.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()
const { emptyPage } = pagesFor(ana)

it("a page is built by hand from nothing, taken back to nothing, done again, previewed and published", async () => {
  for (const name of ["Harbour", "Pier"]) {
    const { id } = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: `${name} internal` }))
    await expectOk(ana.call("site.setPublicName", { systemId: id, name }))
  }
  const card = { type: "visualComponent", id: "card" }
  await expectOk(ana.call("site.createDocument", { document: card, title: "Card" }))
  const { page } = await browser.visit(signedInAs(ana, url))
  let hands = await openEditor(page, url, "visualComponent:card")
  await hands.insert("Section")
  await hands.insert("Heading")
  await hands.typeInto("h2", "Today")
  await hands.layer(/^Section/).click()
  await hands.insert("Slot")
  await shows(hands, "<section><h2>Today</h2><slot></slot></section>")
  await hands.saved()

  hands = await openEditor(page, url, await emptyPage())
  const look = (selector: string, property: string) =>
    hands.shown
      .locator(selector)
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  await hands.insert("Opening")
  await hands.typeInto("h1", "Harbour tours")
  await hands.drag(hands.shown.locator("section > a")).onto(hands.shown.locator("h1"), "before")
  await hands.drag(hands.layer(/^Paragraph/)).onto(hands.layer(/^Heading 1/), "before")
  await expect.poll(() => hands.html()).toMatch(/^<section class="hero"><a href="\/">Begin<\/a><p>.*<h1>Harbour tours/)

  await hands.select("h1")
  await page.getByLabel("Name of a class").fill("title")
  await page.keyboard.press("Enter")
  await page.getByRole("tab", { name: "Tokens" }).click()
  const colors = page.getByRole("region", { name: "Colours" })
  await colors.getByLabel("Name", { exact: true }).fill("sea")
  await colors.getByLabel("Colour", { exact: true }).fill("rgb(0, 0, 128)")
  await page.keyboard.press("Enter")
  await colors.getByText("--color-sea").waitFor()
  await page.getByRole("tab", { name: "Style" }).click()
  await setStyle(hands, "Words", "var(--color-sea)")
  await expect.poll(() => look("h1", "color")).toBe("rgb(0, 0, 128)")
  await page.getByLabel("When").selectOption("While the pointer is on it")
  await setStyle(hands, "Words", "rgb(0, 128, 0)")
  await page.getByLabel("When").selectOption("As it is")
  await page.getByRole("radiogroup", { name: "Width of the window" }).getByText("Phone").click()
  await setStyle(hands, "Inside", "4px")
  await expect.poll(() => look("h1", "padding-top")).toBe("4px")
  await page.getByRole("radiogroup", { name: "Width of the window" }).getByText("Desktop").click()
  await expect.poll(() => look("h1", "padding-top")).toBe("0px")

  await page.getByRole("tab", { name: "Layers" }).click()
  await hands.layer(/^Section/).click()
  await hands.insert("Card")
  await hands.layer("Card, Component").click()
  await hands.insert("Paragraph")
  await hands.typeInto("cs-component p", "Boats leave at ten.")
  await hands.layer("Page").click()
  await hands.insert("Systems")
  await expect.poll(() => hands.shown.getByText("Pier").count()).toBeGreaterThan(0)
  await hands.select("h1")
  await page.getByRole("tab", { name: "Insert" }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Upload a picture or file" }).click(),
  ])
  const size = 'width="40" height="20"'
  const drawing = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="teal"/></svg>`)
  await chooser.setFiles({ name: "boat.svg", mimeType: "image/svg+xml", buffer: drawing })
  await expect.poll(() => hands.shown.locator("img").count()).toBe(1)
  await page.getByRole("tab", { name: "Layers" }).click()
  await hands.saved()
  const built = await hands.html()
  expect(built).toContain("<section><h2>Today</h2><p>Boats leave at ten.</p></section></cs-component>")

  const undone = await pressAll(hands, /^Undo/)
  await shows(hands, "")
  expect(undone).toBeGreaterThan(10)
  expect(await pressAll(hands, /^Redo/)).toBe(undone)
  await shows(hands, built)
  await expect.poll(() => look("h1", "color")).toBe("rgb(0, 0, 128)")
  await hands.saved()

  await hands.layer("Page").click()
  await page.getByRole("tab", { name: "Page", exact: true }).click()
  await page.getByLabel(/^Description/).fill("Two hours on the water.")
  await page.getByRole("button", { name: "Save settings" }).click()
  await page.locator("form").getByText("Saved", { exact: true }).waitFor()
  await page.getByRole("link", { name: "Preview" }).click()
  await page.frameLocator("iframe").getByText("Boats leave at ten.").waitFor()
  await page.goto(`${url}/site/publications`)
  await page.getByRole("button", { name: "Publish", exact: true }).click()
  await page.getByRole("button", { name: "Publish site" }).click()

  // Asked until it is there without a browser, which complains of what is not found.
  const published = () => fetch(`${siteUrl}/page1`).then((answer) => answer.text())
  await expect.poll(published, { timeout: 15_000 }).toContain("Harbour tours")
  const visitor = await browser.visit()
  await visitor.page.goto(`${siteUrl}/page1`)
  const heading = visitor.page.locator("h1")
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(0, 0, 128)")
  await heading.hover()
  expect(await heading.evaluate((element) => getComputedStyle(element).color)).toBe("rgb(0, 128, 0)")
  expect(await visitor.page.locator("section > section").innerHTML()).toBe("<h2>Today</h2><p>Boats leave at ten.</p>")
  await visitor.page.getByText("Pier").first().waitFor()
  expect(await visitor.page.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  expect(await visitor.page.locator("meta[name=description]").getAttribute("content")).toBe("Two hours on the water.")
})

async function setStyle({ page }: EditorHands, label: string, value: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(value)
  await page.keyboard.press("Enter")
}

/** Until there is nothing left; answers how often. */
async function pressAll({ page }: EditorHands, name: RegExp): Promise<number> {
  const button = page.getByRole("button", { name })
  for (let times = 0; ; times += 1) {
    if (await button.isDisabled()) return times
    await button.click()
  }
}
