import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { openEditor, pagesFor } from "./editor.ts"
import { inspect, PHONE } from "./inspect.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()
const { pageWith } = pagesFor(ana)

describe("what is said of a page, in the editor", () => {
  it("is changed where nothing is selected, kept while something else is looked at, and on the page that visitors get", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await pageWith("<h1>Taken</h1>")
    const hands = await openEditor(page, url, await pageWith("<h1>Hello</h1>"))
    const form = page.locator('form[name="site-page"]')
    await form.getByLabel(/^Description/).fill("Two hours on the water.")
    await hands.select("h1")
    await form.waitFor({ state: "hidden" })
    await page.keyboard.press("Escape")
    await hands.layer("Page").click()
    await page.getByRole("tab", { name: "Page", exact: true }).click()
    expect(await form.getByLabel(/^Description/).inputValue()).toBe("Two hours on the water.")

    await form.getByLabel("Title", { exact: true }).fill("Harbour tours")
    await form.getByLabel(/^Title for search engines/).fill("Tours of the harbour")
    await form.getByLabel(/^Social picture/).waitFor()
    await form.getByLabel(/^Address/).fill("page1")
    await form.getByRole("button", { name: "Save settings" }).click()
    await form.getByText(/page1/).waitFor()
    await form.getByLabel(/^Address/).fill("tours")
    await form.getByRole("button", { name: "Save settings" }).click()
    await form.getByText("Saved", { exact: true }).waitFor()
    await page.getByRole("group", { name: "Canvas of Harbour tours" }).waitFor()

    await expectOk(ana.call("site.publish"))
    const published = () => fetch(`${siteUrl}/tours`).then((answer) => answer.text())
    await expect.poll(published, { timeout: 15_000 }).toContain("<title>Tours of the harbour")
    expect(await published()).toContain('content="Two hours on the water."')
  })

  it("is there on a phone", async () => {
    const { page } = await browser.visit({ ...signedInAs(ana, url), ...PHONE })
    await openEditor(page, url, await pageWith("<h1>Hello</h1>"))
    await page.getByRole("button", { name: "Inspector" }).click()
    await page.getByRole("dialog").getByLabel("Title", { exact: true }).waitFor()
    await inspect("site-editor-page-phone", [page])
  })
})
