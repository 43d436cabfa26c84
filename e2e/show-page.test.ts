import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { RehearsalScript } from "../packages/llm/src/rehearsal/script.ts"
import { begin, startProvider, write } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { PHONE } from "./inspect.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana } = await startWithAdministrator()
const browser = useBrowser()
const search = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Search" }))
const THERE = `/catalog/systems/${search.id}`
const told: RehearsalScript["steps"][number] = [
  { when: '"shown":\\s*true', say: "There it is: {{result.title}} at {{result.path}}." },
  { when: "unsaved work", say: "You have unsaved work, so I left you where you are." },
  { when: "no such page", say: "There is none; there are {{result.pages.*.label}}." },
  { say: "That was refused." },
]
const show = (input: object): RehearsalScript["steps"] => [{ calls: [{ name: "ai_showPage", arguments: input }] }, told]
const provider = await startProvider([
  { match: "show me search", steps: show({ thing: { type: "catalog.system", id: search.id } }) },
  { match: "show me (\\S+)", steps: show({ page: "{{match.1}}" }) },
])
const { id: connectionId } = await expectOk(
  ana.call<{ id: string }>("ai.createConnection", {
    driver: "openai-compatible",
    label: "Scripted",
    baseUrl: `${provider.url}/v1`,
    defaultModel: "scripted-1",
    disableTopicalClassifier: true,
  }),
)
const { id: anaId } = await expectOk(ana.call<{ id: string }>("platform.me", {}))

const panel = (page: Page) => page.getByRole("complementary", { name: "Assistant" })
const said = (page: Page, text: string) => panel(page).getByRole("article", { name: "Assistant" }).getByText(text)
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** A browser in which the panel shows a new conversation on every page. */
async function seated(title: string, options = {}) {
  const { id } = await begin(ana, title, { connectionId })
  const { context, page } = await browser.visit({ ...signedInAs(ana, url), ...options })
  await context.addInitScript(
    ([conversation, person]) => {
      if (location.protocol === "about:" || localStorage.getItem("countersign.side-panel")) return
      localStorage.setItem("countersign.side-panel", "open")
      localStorage.setItem(`countersign.docked-conversation.${person}`, conversation!)
    },
    [id, anaId],
  )
  return { id, context, page }
}

describe("the assistant opens a page", () => {
  it("in the tab that asked, beside the panel, while the other tab stays and the writer writes on", async () => {
    const { context, page } = await seated("Two tabs")
    const other = await context.newPage()
    await Promise.all([page.goto(`${url}/incidents`), other.goto(`${url}/catalog/systems`)])
    await Promise.all(
      [panel(page), panel(other)].map((each) => each.getByRole("textbox", { name: "Message" }).waitFor()),
    )

    await write(panel(page), "show me search")
    await page.keyboard.type("and then")
    await heading(page, "Search").waitFor()
    await said(page, `There it is: Search at ${THERE}.`).waitFor()

    expect(pathOf(page)).toBe(THERE)
    await panel(page)
      .getByRole("button", { name: /^Opened/ })
      .waitFor()
    const box = panel(page).getByRole("textbox", { name: "Message" })
    expect(await box.inputValue()).toBe("and then")
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
    // The other tab hears the same and goes nowhere.
    await said(other, "There it is: Search").waitFor()
    expect(pathOf(other)).toBe("/catalog/systems")

    // A tab that is loaded again hears of it again and stays where it is, too.
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Incidents/ })
      .click()
    await heading(page, "Incidents").waitFor()
    await page.reload()
    await said(page, "There it is: Search").waitFor()
    expect(pathOf(page)).toBe("/incidents")
  })

  it("of the navigation by its path, and no other address", async () => {
    const { page } = await seated("Addresses")
    await page.goto(`${url}/incidents`)
    await write(panel(page), "show me /catalog")
    await said(page, "There it is: Catalog at /catalog.").waitFor()
    await write(panel(page), "show me /catalog/systems/new")
    await said(page, "There is none; there are").waitFor()
    await write(panel(page), "show me https://elsewhere.example/")
    await said(page, "That was refused.").waitFor()
    expect(page.url()).toBe(`${url}/catalog`)
  })

  it("unless there is unsaved work: then the person is told and left alone", async () => {
    const { page } = await seated("Unsaved")
    await page.goto(`${url}/catalog/systems/new`)
    await page.getByLabel("Name", { exact: true }).fill("Half a name")
    await write(panel(page), "show me search")
    await said(page, "You have unsaved work, so I left you where you are.").waitFor()
    expect(pathOf(page)).toBe("/catalog/systems/new")
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Half a name")
    expect(await page.getByRole("dialog").count()).toBe(0)
  })

  it("from the full-size assistant with the conversation beside it", async () => {
    const { id, page } = await seated("Full size")
    await page.goto(`${url}/assistant/${id}`)
    await write(page, "show me search")
    await heading(page, "Search").waitFor()
    await said(page, "There it is: Search").waitFor()
    expect(pathOf(page)).toBe(THERE)
  })

  it("on a phone in place of the panel, which waits behind its button", async () => {
    const { page } = await seated("Phone", PHONE)
    await page.goto(`${url}/incidents`)
    await page.getByRole("button", { name: "Assistant", exact: true }).tap()
    await write(panel(page), "show me search")
    await heading(page, "Search").waitFor()
    await panel(page).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Assistant", exact: true }).tap()
    await said(page, "There it is: Search").waitFor()
  })
})
