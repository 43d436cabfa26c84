import { describe, expect, it } from "vitest"
import { signedInAs, signInOnPage, useBrowser } from "./browser.ts"
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

  it("shows between its updates what was changed in its systems, also what is recorded while one looks", async () => {
    const day = (ago: number) => new Date(Date.now() - ago * 24 * 3_600_000).toISOString()
    const record = (what: string, at: string, systemNames = ["Payments API"]) =>
      expectOk(ana.call("catalog.recordChange", { what, release: "2.4", systemNames, at }))
    await expectOk(ana.call("catalog.createSystem", { name: "Search" }))
    await record("Deployed long before", day(2))
    await record("Deployed the payments", day(0.01))
    await record("Deployed something else", day(0.01), ["Search"])
    const incident = await open("Refunds fail")
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/incidents/${incident.id}`)
    const timeline = page.getByRole("list", { name: "Updates, newest first" })
    await timeline.getByText("Deployed the payments, version 2.4").waitFor()
    await record("Switched the provider", day(0))
    await timeline.getByText("Switched the provider").waitFor()

    const rows = await timeline.getByRole("listitem").allInnerTexts()
    const said = ["Switched the provider", "opened the incident", "Deployed the payments"]
    expect(rows.map((row) => said.find((words) => row.includes(words)))).toEqual(said)
    expect(await timeline.getByText("recorded a change of Payments API").count()).toBe(2)
  })

  it("takes the changes of two people to different fields, and asks where both changed one", async () => {
    const incident = await open("Search is slow")
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/incidents/${incident.id}`)
    await page.getByRole("button", { name: "Edit the title" }).click()
    await page.getByRole("textbox", { name: "Title" }).fill("Search is very slow")
    await change(incident.id, { severity: "critical" })
    await page.getByRole("button", { name: "Save title" }).click()
    await page.getByRole("heading", { level: 1, name: "Search is very slow" }).waitFor()
    expect(await read(incident.id)).toMatchObject({ title: "Search is very slow", severity: "critical" })

    await page.getByRole("button", { name: "Edit the title" }).click()
    await page.getByRole("textbox", { name: "Title" }).fill("Mine")
    await change(incident.id, { title: "Theirs", severity: "minor" })
    await page.getByRole("button", { name: "Save title" }).click()
    await page.getByText("They also changed Severity, which stays as they left it.").waitFor()
    await page.getByRole("button", { name: "Save mine" }).click()
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor()
    expect(await read(incident.id)).toMatchObject({ title: "Mine", severity: "minor" })
  })

  it("keeps an update that was begun over a reload, and forgets it once it is posted", async () => {
    const incident = await open("Exports are late")
    const { page } = await browser.visit(signedInAs(ana, url))
    const update = page.getByRole("textbox", { name: "Write an update" })
    await page.goto(`${url}/incidents/${incident.id}`)
    await update.fill("The disk was full.")
    await page.reload()
    await expect.poll(() => update.inputValue()).toBe("The disk was full.")

    await update.press("Control+Enter")
    await page.getByRole("list", { name: "Updates, newest first" }).getByText("The disk was full.").waitFor()
    await expect.poll(() => update.inputValue()).toBe("")
  })
})

function open(title: string): Promise<{ id: string }> {
  return expectOk(ana.call("incident.create", { title, severity: "major", systemIds: [system.id] }))
}

function read(id: string): Promise<{ version: number }> {
  return expectOk(ana.call("incident.get", { id }))
}

async function change(id: string, fields: object): Promise<void> {
  const { version } = await read(id)
  await expectOk(ana.call("incident.update", { id, version, ...fields }))
}
