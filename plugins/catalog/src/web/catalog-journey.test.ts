import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { useBrowser as openBrowser, signInOnPage } from "../../../../e2e/browser.ts"
import { expectOk, startWithAdministrator } from "../../../../e2e/product.ts"

const { url, ana, administrator } = await startWithAdministrator()
const browser = openBrowser()
const call = <T>(verb: string, input: object) => expectOk(ana.call(`catalog.${verb}`, input)) as Promise<T>
await call("createGroup", { name: "Payments" })

async function visitAsAna(path: string): Promise<Page> {
  const { page } = await browser.visit()
  await page.goto(`${url}${path}`)
  await signInOnPage(page, administrator.email, administrator.password)
  await page.waitForURL((address) => address.pathname === path.split("?")[0])
  return page
}

describe("the catalog in a browser", () => {
  it("adds a system, with the mistake shown where it was made, and what others report appears by itself", async () => {
    const page = await visitAsAna("/catalog/systems/new")
    await page.getByLabel("Name", { exact: true }).fill("Checkout")
    await page.getByRole("combobox", { name: "Groups" }).click()
    await page.getByRole("option", { name: "Payments" }).click()
    await page.getByRole("button", { name: "Add link" }).click()
    await page.getByLabel("Label of link 1").fill("Runbook")
    await page.getByLabel("Address of link 1").fill("ftp://wiki.example.com")
    await page.getByRole("button", { name: "Add system" }).click()
    await page.getByText("A link begins with http:// or https://.", { exact: true }).waitFor()
    await page.getByLabel("Address of link 1").fill("https://wiki.example.com")
    await page.getByRole("button", { name: "Add system" }).click()

    await page.getByRole("heading", { level: 1, name: "Checkout" }).waitFor()
    await page.getByText("Not reported", { exact: true }).first().waitFor()
    const { items } = await call<{ items: { id: string }[] }>("listSystems", { text: "checkout" })
    const systemId = items[0]?.id
    await call("reportStatus", { systemId, source: "nightly:job", status: "degraded", reason: "Slow tonight" })
    await page.getByText("Slow tonight").first().waitFor()
  })

  it("shows both versions when two people edit, and keeps the other one's changes", async () => {
    const system = await call<{ id: string; version: number }>("createSystem", { name: "Search" })
    const page = await visitAsAna(`/catalog/systems/${system.id}`)
    await page.getByRole("button", { name: "Edit" }).click()
    await page.getByLabel("Description").fill("Mine")
    await call("updateSystem", { systemId: system.id, version: 1, description: "Theirs", tags: ["kept"] })

    await page.getByRole("button", { name: "Save system" }).click()
    await page.getByText("Somebody else changed this system while you were typing").waitFor()
    await page.getByRole("button", { name: "Save mine" }).click()
    await page.getByText("Search was saved.").waitFor()

    expect(await call("getSystem", { systemId: system.id })).toMatchObject({ description: "Mine", tags: ["kept"] })
  })

  it("names everything that goes with a system before it is deleted", async () => {
    const { items } = await call<{ items: { id: string }[] }>("listGroups", {})
    const system = await call<{ id: string }>("createSystem", { name: "Ledger", groupIds: [items[0]?.id] })
    const page = await visitAsAna(`/catalog/systems/${system.id}`)

    await page.getByRole("button", { name: "Delete" }).click()
    await page.getByText('It leaves the group "Payments".').waitFor()
    await page.getByRole("dialog").getByRole("textbox").fill("Ledger")
    await page.getByRole("button", { name: "Delete system" }).click()

    await page.waitForURL(`${url}/catalog/systems`)
    await page.getByText("Ledger was deleted.").waitFor()
  })

  it("shows on an open page what a pipeline records with its key, once however often it is sent", async () => {
    const { id } = await call<{ id: string }>("createSystem", { name: "Web front" })
    const { key } = await expectOk(
      ana.call<{ key: string }>("platform.createApplication", { name: "CI", rules: ["catalog.change.record"] }),
    )
    const page = await visitAsAna(`/catalog/systems/${id}`)
    await page.getByText("Not reported", { exact: true }).first().waitFor()
    const body = JSON.stringify({
      what: "Deployed the new basket",
      release: "2.14.0",
      link: "https://ci.example.com/runs/912",
      systemNames: ["web front"],
    })
    const send = () =>
      fetch(`${url}/api/v1/catalog/recordChange`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": "deploy-of-run-912",
        },
        body,
      })

    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(200)

    const list = page.getByRole("list", { name: "Latest changes" })
    await list.getByText("Deployed the new basket, version 2.14.0").waitFor()
    expect(await list.getByRole("listitem").count()).toBe(1)
    const link = list.getByRole("link", { name: "ci.example.com" })
    expect(await link.getAttribute("href")).toBe("https://ci.example.com/runs/912")
    expect(await link.getAttribute("rel")).toContain("noopener")
  })

  it("imports nothing while a row is wrong, and all of it once it is mended", async () => {
    const page = await visitAsAna("/catalog/import")
    await page.getByLabel("File content").fill("name,links\nWeb shop,Wiki=ftp://x\nStock,\n")
    await page.getByRole("button", { name: "Show what will change" }).click()
    await page.getByText("1 row cannot be imported.").waitFor()
    expect(await page.getByRole("button", { name: "Import", exact: true }).isDisabled()).toBe(true)

    await page.getByLabel("File content").fill("name,groups\nWeb shop,Storefront\nStock,\n")
    await page.getByRole("button", { name: "Show what will change" }).click()
    await page.getByRole("button", { name: "Import", exact: true }).click()

    await page.waitForURL(`${url}/catalog`)
    await page.getByRole("button", { name: /^Storefront/ }).waitFor()
  })
})
