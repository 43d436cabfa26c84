import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { openEditor, shows } from "./editor.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana } = await startWithAdministrator()
const browser = useBrowser()
let pages = 0

describe("the editor of the site", () => {
  it("builds a page from nothing by hand, takes all of it back and does it again", async () => {
    const key = await emptyPage()
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/site/documents/${key}`)
    await page.getByRole("link", { name: "Edit" }).click()
    await page.waitForURL(`${url}/site/edit/${key}`)
    const hands = await openEditor(page, url, key)
    await shows(hands, "")

    await hands.insert("Opening")
    await shows(
      hands,
      '<section class="hero"><h1>What you offer</h1><p>For whom, and why it is good.</p><a href="/">Begin</a></section>',
    )
    await hands.typeInto("h1", "Checkout")
    await expect.poll(() => hands.html()).toContain("<h1>Checkout</h1>")
    await hands.drag(hands.shown.locator("section > a")).onto(hands.shown.locator("h1"), "before")
    await expect.poll(() => hands.html()).toContain('<section class="hero"><a href="/">Begin</a><h1>')
    await hands.drag(hands.layer(/^Paragraph/)).onto(hands.layer(/^Heading 1/), "before")
    const built =
      '<section class="hero"><a href="/">Begin</a><p>For whom, and why it is good.</p><h1>Checkout</h1></section>'
    await shows(hands, built)
    await hands.saved()

    for (const _ of [1, 2, 3, 4]) await hands.undo()
    await shows(hands, "")
    for (const _ of [1, 2, 3, 4]) await hands.redo()
    await shows(hands, built)
    await hands.saved()
    await page.reload()
    await hands.shown.locator("h1").waitFor()
    await shows(hands, built)
  })
})

/** The key of a new page that shows nothing. */
async function emptyPage(): Promise<string> {
  pages += 1
  const id = `page${pages}`
  await expectOk(
    ana.call("site.createDocument", { document: { type: "page", id }, title: `Page ${pages}`, address: id }),
  )
  return `page:${id}`
}
