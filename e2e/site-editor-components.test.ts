import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { openEditor, pagesFor, paste, shows } from "./editor.ts"
import { startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()
const { pageWith } = pagesFor(ana)

describe("a component in the editor of the site", () => {
  it("is made with a slot and a parameter, is given both where it is used, and visitors see what the canvas shows", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const key = await pageWith('<section class="card"><h2>Prices</h2></section><p>After</p>')
    let hands = await openEditor(page, url, key)
    await hands.layer(/^Section/).click()
    await page.keyboard.press("Control+Alt+g")
    await page.getByRole("dialog", { name: "Make a component" }).getByLabel("Name").fill("Card")
    await page.keyboard.press("Enter")
    const used = (inside: string) => new RegExp(`^<cs-component [^>]*>${inside}</cs-component><p>After</p>$`)
    await expect.poll(() => hands.html()).toMatch(used('<section class="card"><h2>Prices</h2></section>'))
    await hands.saved()

    const address = await page.getByRole("link", { name: "the component" }).getAttribute("href")
    hands = await openEditor(page, url, address!.slice("/site/edit/".length))
    await hands.typeInto("h2", "{params.title}")
    await hands.layer("Component").click()
    await page.getByLabel("Name of a parameter").fill("title")
    await page.keyboard.press("Enter")
    await page.getByLabel("Title", { exact: true }).fill("Prices")
    await page.keyboard.press("Enter")
    await hands.layer(/^Section/).click()
    await hands.insert("Slot")
    await shows(hands, '<section class="card"><h2>{params.title}</h2><slot></slot></section>')
    await hands.saved()
    await paste(hands, `<cs-component data-component="${hands.key.split(":")[1]}"></cs-component>`)
    await page.getByText("A component cannot stand in itself.").waitFor()
    await shows(hands, '<section class="card"><h2>{params.title}</h2><slot></slot></section>')

    hands = await openEditor(page, url, key)
    await expect.poll(() => hands.html()).toMatch(used('<section class="card"><h2>Prices</h2></section>'))
    await hands.layer("Card, Component").click()
    await hands.insert("Paragraph")
    const withWords = (title: string, words: string) =>
      used(`<section class="card"><h2>${title}</h2>${words}</section>`)
    await expect.poll(() => hands.html()).toMatch(withWords("Prices", "<p>Write something here.</p>"))
    await hands.typeInto("section > p", "Ten a month.")
    // A second paragraph in the slot, without leaving the words.
    await hands.edit("section > p")
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.keyboard.type("Paid yearly.")
    await page.keyboard.press("Escape")
    await expect.poll(() => hands.html()).toMatch(withWords("Prices", "<p>Ten a month.</p><p>Paid yearly.</p>"))

    await hands.layer("Card, Component").click()
    await page.getByLabel("Title", { exact: true }).fill("What it costs")
    await page.keyboard.press("Enter")
    const done = withWords("What it costs", "<p>Ten a month.</p><p>Paid yearly.</p>")
    await expect.poll(() => hands.html()).toMatch(done)
    await hands.undo()
    await expect.poll(() => hands.html()).toMatch(withWords("Prices", "<p>Ten a month.</p><p>Paid yearly.</p>"))
    await hands.redo()
    await expect.poll(() => hands.html()).toMatch(done)
    await hands.saved()

    await page.getByRole("link", { name: "Preview" }).click()
    const preview = page.frameLocator("iframe")
    await preview.getByRole("heading", { name: "What it costs" }).waitFor()
    await preview.getByText("Paid yearly.").waitFor()
    await page.goto(`${url}/site/publications`)
    await page.getByRole("button", { name: "Publish", exact: true }).click()
    await page.getByRole("button", { name: "Publish site" }).click()
    const published = () => fetch(`${siteUrl}/page1`).then((answer) => answer.text())
    await expect
      .poll(published)
      .toContain(
        '<section class="card"><h2>What it costs</h2><p>Ten a month.</p><p>Paid yearly.</p></section><p>After</p>',
      )
  })

  it("takes nothing in where it has no slot: what is dropped on it stands beside it, and it is said why", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const hands = await openEditor(page, url, await pageWith("<section><h2>Prices</h2></section><p>After</p>"))
    await hands.layer(/^Section/).click()
    await page.keyboard.press("Control+Alt+g")
    await page.getByRole("dialog", { name: "Make a component" }).getByLabel("Name").fill("Plain")
    await page.keyboard.press("Enter")
    await expect.poll(() => hands.html()).toContain("<cs-component")
    const inside = "<section><h2>Prices</h2></section></cs-component>"

    await hands.layer("Plain, Component").click()
    await hands.insert("Line")
    await expect.poll(() => hands.html()).toContain(`${inside}<hr><p>After</p>`)
    await hands.drag(hands.shown.locator("body > p")).onto(hands.shown.locator("h2"), "into")
    await expect.poll(() => hands.html()).toMatch(/<p>After<\/p>(<cs-component|<hr>)/)
    await hands.layer("Paragraph: After").click()
    await page.keyboard.press("Control+Shift+m")
    const dialog = page.getByRole("dialog", { name: "Move to" })
    await dialog.getByLabel("To which element").fill("Plain")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await dialog.getByText("Into it").click()
    await dialog.getByText("The component has no slot, so nothing that is put into it would be seen.").waitFor()
  })
})
