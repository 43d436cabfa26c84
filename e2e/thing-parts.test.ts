import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana, administrator } = await startWithAdministrator()
const browser = useBrowser()

async function addSystem(name: string): Promise<string> {
  return (await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name }))).id
}

async function openIncident(title: string, systemIds: readonly string[]): Promise<string> {
  return (await expectOk(ana.call<{ id: string }>("incident.create", { title, severity: "minor", systemIds }))).id
}

describe("parts of other plugins", () => {
  it("stand in the rows of a list by one read for all of them, and follow what changes", async () => {
    const [payments, search] = await Promise.all(["Payments", "Search", "Mail", "Storefront"].map(addSystem))
    await openIncident("Cards fail", [payments!, search!])
    const slow = await openIncident("Slow answers", [payments!])
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/catalog/systems`)
    const reads: string[] = []
    page.on("request", (request) => request.url().includes("/api/v1/incident/list") && reads.push(request.url()))
    await signInOnPage(page, administrator.email, administrator.password)

    const row = (name: string) => page.getByRole("row").filter({ hasText: name })
    await row("Payments").getByText("2 open").waitFor()
    await row("Search").getByText("1 open").waitFor()
    expect(await row("Mail").getByText("open").count()).toBe(0)
    expect(reads).toHaveLength(1)

    await expectOk(ana.call("incident.resolve", { id: slow, note: "Rolled back." }))
    await row("Payments").getByText("1 open").waitFor()
  })

  it("stand on the page of a thing", async () => {
    const kiosk = await addSystem("Kiosk")
    await openIncident("No screen", [kiosk])
    const { page } = await browser.visit()
    await page.goto(`${url}/sign-in?return=/catalog/systems/${kiosk}`)
    await signInOnPage(page, administrator.email, administrator.password)

    await page.getByRole("heading", { level: 2, name: "Open incidents" }).waitFor()
    await page.getByRole("link", { name: "No screen", exact: true }).first().waitFor()
  })
})
