import { openSession } from "@countersign/testing"
import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isFocused } from "./assistant-product.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()

describe("the assistant beside the pages of a site, without any key", () => {
  it("builds a page in the draft, takes it back at a word, and publishes once it is signed", async () => {
    await expectOk(ana.call("site.beginWithStarter", { starter: "product", name: "Blue Harbour" }))
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/site`)
    const panel = await openedBeside(page)
    await panel.getByRole("button", { name: "Try the Rehearsal model" }).click()
    await panel.getByText("what it did is taken back with a word").waitFor()
    await panel.getByRole("button", { name: "Build a page about our prices" }).click()
    await answer(panel).getByText('The page "our prices" is in the draft, with an opening and three points.').waitFor()
    const row = page.getByRole("main").getByRole("link", { name: "our prices", exact: true })
    await row.waitFor()

    await ask(panel, "Revert that")
    await answer(panel).getByText("It is taken back.").waitFor()
    await row.waitFor({ state: "detached" })

    await ask(panel, "Make a page about Boats")
    await answer(panel).getByText('The page "Boats" is in the draft').waitFor()
    await ask(panel, "Publish the site")
    await answer(panel).getByText("Nothing is public before it is signed.").waitFor()
    expect((await fetch(`${siteUrl}/boats`)).status).toBe(404)
    await panel.getByRole("button", { name: /^Apply/ }).click()
    await expect.poll(async () => (await fetch(`${siteUrl}/boats`)).status).toBe(200)
    const visitor = await browser.visit()
    await visitor.page.goto(`${siteUrl}/boats`)
    await visitor.page.getByRole("heading", { level: 1, name: "Boats" }).waitFor()
    await visitor.page.getByRole("heading", { level: 2, name: "Three things to know" }).waitFor()
  })

  it("leaves room for the page that is edited beside it", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/site`)
    await page.getByRole("main").getByRole("link", { name: "Boats", exact: true }).click()
    await page.getByRole("link", { name: "Edit" }).click()
    const canvas = page.getByRole("group", { name: /^Canvas of/ })
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBeGreaterThan(420)
    await page.getByText("Select something on the canvas").waitFor()

    await page.keyboard.press("Control+j")

    await page.getByRole("complementary", { name: "Assistant" }).getByRole("textbox", { name: "Message" }).waitFor()
    await page.getByRole("button", { name: "Inspector" }).waitFor()
    await expect.poll(async () => (await canvas.boundingBox())?.width).toBeGreaterThan(420)
    await page.getByRole("button", { name: "Inspector" }).click()
    await page.getByRole("dialog", { name: "Inspector" }).getByText("Select something on the canvas").waitFor()
  })

  it("says beside other pages that the conversation is about the site, and begins one for them", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/site`)
    const panel = await openedBeside(page)
    await ask(panel, "What is not published yet?")
    await answer(panel).getByText("Visitors see everything as it is").waitFor()
    await page.getByRole("link", { name: "Catalog" }).click()
    await panel.getByText("This conversation is about the site and can change it.").waitFor()
    await panel.getByRole("button", { name: "Begin one for this page" }).click()
    await panel.getByRole("button", { name: "List the systems" }).waitFor()
  })

  it("takes back what an answer did by the button beneath it: once, told after a reload and in another tab", async () => {
    const ben = await editorNamed("Ben")
    const { page, context } = await browser.visit(signedInAs(ben.session, url))
    await page.goto(`${url}/site`)
    const panel = await openedBeside(page)
    await ask(panel, "Check the home page")
    await answer(panel).getByRole("button", { name: "Copy the answer" }).waitFor()
    await ask(panel, "Make a page about Ropes")
    const row = page.getByRole("main").getByRole("link", { name: "Ropes", exact: true })
    await row.waitFor()
    const revert = answer(panel).getByRole("button", { name: "Revert this turn" })
    await revert.waitFor()
    expect(await panel.getByRole("button", { name: "Revert this turn" }).count()).toBe(1)

    const other = await context.newPage()
    const { items } = await expectOk(ben.session.call<{ items: { id: string }[] }>("ai.listConversations", {}))
    await other.goto(`${url}/assistant/${items[0]!.id}`)
    const otherPanel = other.getByRole("main")
    await answer(otherPanel).getByRole("button", { name: "Revert this turn" }).waitFor()
    await revert.click()
    const told = "Taken back: 3 changes on Ropes"
    for (const shown of [panel, otherPanel]) {
      await answer(shown).locator("p", { hasText: told }).waitFor()
      await shown.getByRole("button", { name: "Revert this turn" }).waitFor({ state: "detached" })
    }
    expect(await isFocused(answer(panel).locator("p", { hasText: told }))).toBe(true)
    await row.waitFor({ state: "detached" })
    await page.reload()
    await answer(panel).locator("p", { hasText: told }).waitFor()
    expect(await panel.getByRole("button", { name: "Revert this turn" }).count()).toBe(0)

    await ask(panel, "Make a page about Knots")
    await answer(panel).getByRole("button", { name: "Revert this turn" }).waitFor()
    const { version } = await expectOk(ana.call<{ version: number }>("platform.getPerson", { id: ben.id }))
    await expectOk(ana.call("platform.updatePerson", { id: ben.id, version, roles: ["viewer"] }))
    await panel.getByRole("button", { name: "Revert this turn" }).waitFor({ state: "detached" })
    await page.reload()
    await answer(panel).getByText('The page "Knots" is in the draft').waitFor()
    expect(await panel.getByRole("button", { name: "Revert this turn" }).count()).toBe(0)
  })
})

/** Somebody who changes pages, and whose conversations are their own. */
async function editorNamed(name: string) {
  const { id, email, password } = await join({ url, ana }, name, "operator")
  const session = openSession(url)
  await expectOk(session.call("platform.signIn", { email, password }))
  return { id, session }
}

async function openedBeside(page: Page): Promise<Locator> {
  await page.getByRole("heading", { level: 1, name: "Pages" }).waitFor()
  await page.keyboard.press("Control+j")
  return page.getByRole("complementary", { name: "Assistant" })
}

function answer(panel: Locator): Locator {
  return panel.getByRole("article", { name: "Assistant" }).last()
}

async function ask(panel: Locator, text: string): Promise<void> {
  await panel.getByRole("textbox", { name: "Message" }).fill(text)
  await panel.getByRole("button", { name: "Send", exact: true }).click()
  await panel.getByRole("article", { name: "You" }).last().getByText(text).waitFor()
}
