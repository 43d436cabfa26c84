import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana, administrator } = await startWithAdministrator()
const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Payments API" }))
const browser = useBrowser()

describe("an incident", () => {
  it("is opened, followed live in a second browser, and resolved", async () => {
    const { page } = await browser.visit()
    const watcher = await browser.visit()
    for (const visitor of [page, watcher.page]) {
      await visitor.goto(`${url}/sign-in`)
      await signInOnPage(visitor, administrator.email, administrator.password)
      await visitor.waitForURL(`${url}/`)
    }
    await watcher.page.getByText("Nothing needs attention").waitFor()

    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").getByRole("combobox").fill("open an inc")
    await page.getByRole("option", { name: "Open an incident" }).click()
    await page.waitForURL(`${url}/incidents/new`)
    await page.getByLabel("Title").fill("Card payments fail")
    await page.getByRole("combobox", { name: /systems/i }).fill("Pay")
    await page.getByRole("option", { name: /Payments API/ }).click()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Open incident" }).click()
    await page.getByRole("heading", { level: 1, name: "Card payments fail" }).waitFor()

    // Nobody touched the other browser.
    await watcher.page.getByRole("link", { name: "Card payments fail" }).waitFor()
    await watcher.page.getByRole("link", { name: "Card payments fail" }).click()
    await watcher.page.getByRole("heading", { level: 1, name: "Card payments fail" }).waitFor()

    await page
      .getByRole("button", { name: /^Resolve/ })
      .first()
      .click()
    const dialog = page.getByRole("dialog")
    const note = dialog.getByRole("textbox")
    if ((await note.count()) > 0) await note.first().fill("Rolled back.")
    await dialog.getByRole("button", { name: /^Resolve/ }).click()

    await watcher.page.getByText("Resolved").first().waitFor()
    const { status } = await expectOk(
      ana.call<{ items: { status: string }[] }>("incident.list", { systemId: system.id }),
    ).then(({ items }) => items[0]!)
    expect(status).toBe("resolved")
  })
})
