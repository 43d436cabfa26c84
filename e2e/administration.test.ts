import { openSession } from "@countersign/testing"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const product = await startWithAdministrator()
const { url, ana, administrator } = product
const browser = useBrowser()

async function visitAsAna(path: string): Promise<Page> {
  const { page } = await browser.visit()
  await page.goto(`${url}/sign-in?return=${encodeURIComponent(path)}`)
  await signInOnPage(page, administrator.email, administrator.password)
  await page.locator("#main h1").waitFor()
  return page
}

async function callWithKey(key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  return (await fetch(`${url}/api/v1/catalog/listSystems`, { method: "POST", headers, body: "{}" })).status
}

describe("administration in the browser", () => {
  it("gives an application a key, replaces it and takes it away", async () => {
    const page = await visitAsAna("/settings/applications")

    await page.getByRole("button", { name: "New application" }).first().click()
    await page.getByLabel("Name", { exact: true }).fill("Deploy script")
    await page.getByRole("combobox", { name: "Roles" }).fill("View")
    await page.getByRole("option", { name: /^Viewer/ }).click()
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Create application" }).click()
    const first = await page.getByLabel("API key", { exact: true }).inputValue()
    expect(await callWithKey(first)).toBe(200)
    await page.getByRole("button", { name: "I have stored it" }).click()
    await page.getByRole("heading", { level: 1, name: "Deploy script" }).waitFor()

    await page.getByRole("button", { name: /^Actions for/ }).click()
    await page.getByRole("menuitem", { name: "Rotate" }).click()
    await page.getByRole("button", { name: "Rotate key" }).click()
    const second = await page.getByLabel("API key", { exact: true }).inputValue()
    await page.getByRole("button", { name: "I have stored it" }).click()
    await expect.poll(() => callWithKey(first)).toBe(401)
    expect(await callWithKey(second)).toBe(200)

    await page.getByRole("button", { name: /^Actions for/ }).click()
    await page.getByRole("menuitem", { name: "Revoke" }).click()
    await page.getByRole("button", { name: "Revoke key" }).click()
    await page.getByText("Without a key the application cannot call anything.").waitFor()
    await expect.poll(() => callWithKey(second)).toBe(401)
  })

  it("makes a role of chosen permissions", async () => {
    const page = await visitAsAna("/settings/roles")

    await page.getByRole("button", { name: "New role" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Night shift")
    await page.getByRole("button", { name: "Create role" }).click()
    await page.getByRole("heading", { level: 1, name: "Night shift" }).waitFor()
    await page.getByLabel("Add, change and delete systems").check()
    await page.getByText("comes with catalog.system.manage").waitFor()
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved").waitFor()

    const { items } = await expectOk(
      ana.call<{ items: { name: string; rules: string[] }[] }>("platform.listRoles", { text: "Night" }),
    )
    expect(items[0]?.rules).toEqual(["catalog.system.manage"])
  })

  it("stores mail settings and says why a test message did not leave", async () => {
    const page = await visitAsAna("/settings/mail")

    await page.getByLabel("Host").fill("127.0.0.1")
    await page.getByLabel("Encryption").selectOption("none")
    expect(await page.getByLabel("Port").inputValue()).toBe("25")
    await page.getByLabel("Port").fill("1")
    await page.getByLabel("Sender's address").fill("nobody")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Write an email address, such as ana@example.com.").waitFor()
    await page.getByLabel("Sender's address").fill("countersign@example.test")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Saved").waitFor()

    await page.getByRole("button", { name: "Send a test message" }).click()
    await page.getByRole("alert").waitFor()
    await page.getByRole("button", { name: "Forget the server" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Forget the server" }).click()
    await page.getByText("No mail is sent yet").waitFor()
  })

  it("keeps secrets without ever showing them again", async () => {
    const page = await visitAsAna("/settings/secrets")

    await page.getByRole("button", { name: "Store a secret" }).first().click()
    await page.getByLabel("Name", { exact: true }).fill("Not A Name")
    await page.getByLabel("Value", { exact: true }).fill("canary-value-7f3c")
    await page.getByRole("button", { name: "Store secret" }).click()
    await page.getByText(/^Takes 1 to 64/).waitFor()
    expect(await page.getByLabel("Value", { exact: true }).inputValue()).toBe("canary-value-7f3c")
    await page.getByLabel("Name", { exact: true }).fill("deploy.token")
    await page.getByLabel("Hosts it may go to").fill("https://api.example.com")
    await page.getByLabel("Hosts it may go to").press("Enter")
    await page.getByText(/without https:\/\/ and without a port/).waitFor()
    await page.getByLabel("Hosts it may go to").fill("api.example.com")
    await page.getByRole("button", { name: "Store secret" }).click()
    await page.getByRole("cell", { name: "deploy.token", exact: true }).waitFor()
    await page.getByRole("cell", { name: "api.example.com", exact: true }).waitFor()

    await page.reload()
    await page.getByRole("cell", { name: "deploy.token", exact: true }).waitFor()
    expect(await page.content()).not.toContain("canary-value-7f3c")

    await page.getByRole("button", { name: "Actions for deploy.token" }).click()
    await page.getByRole("menuitem", { name: "Change where it may go" }).click()
    await page.getByRole("button", { name: "Remove api.example.com" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await page.getByRole("cell", { name: "Nowhere yet", exact: true }).waitFor()
  })

  it("shows in the audit log what changed, by address and as a file", async () => {
    const group = await expectOk(ana.call<{ id: string; version: number }>("catalog.createGroup", { name: "Shop" }))
    await expectOk(ana.call("catalog.updateGroup", { groupId: group.id, version: group.version, name: "Storefront" }))
    const page = await visitAsAna("/settings/audit?action=catalog.updateGroup")

    await page.getByRole("button", { name: "catalog.updateGroup" }).click()
    await page.getByRole("dialog").getByText("Shop").waitFor()
    await page.getByRole("dialog").getByText("Storefront").first().waitFor()
    expect(new URL(page.url()).searchParams.get("entry")).toMatch(/^\d+$/)
    await page.getByRole("button", { name: "its history" }).click()
    await page.getByRole("button", { name: "catalog.createGroup" }).waitFor()
    await page.goBack()
    await page.getByRole("dialog").waitFor()
    await page.keyboard.press("Escape")

    const download = page.waitForEvent("download")
    await page.getByRole("link", { name: "CSV" }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  })

  it("erases a person who left, once the address is typed", async () => {
    const evan = await join(product, "Evan")
    const page = await visitAsAna(`/settings/people/${evan.id}`)

    await page.getByRole("button", { name: "Erase person" }).click()
    const dialog = page.getByRole("dialog")
    const erase = dialog.getByRole("button", { name: "Erase person" })
    expect(await erase.isDisabled()).toBe(true)
    await dialog.getByRole("textbox").fill(evan.email)
    await erase.click()

    await page.getByText("Erased: only this pseudonym is left.").waitFor()
    const { status } = await openSession(url).call("platform.signIn", { email: evan.email, password: evan.password })
    expect(status).toBe(401)
  })
})
