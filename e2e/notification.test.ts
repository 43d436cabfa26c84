import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana } = await startWithAdministrator()
const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Checkout" }))
const browser = useBrowser()

const received: Record<string, unknown>[] = []
let answer = 200
const receiver = createServer((request, response) => {
  let body = ""
  request.on("data", (chunk) => (body += chunk))
  request.on("end", () => {
    received.push(JSON.parse(body))
    response.writeHead(answer).end("noted")
  })
})
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve))
afterAll(() => {
  receiver.closeAllConnections()
  receiver.close()
})
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`

describe("being told", () => {
  it("is set up, tested, happens, fails, and is sent again", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/settings/notification`)
    await page.getByRole("button", { name: "Add a shared channel" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name").fill("Receiver")
    await dialog.getByLabel("Address").fill(address)
    await dialog.getByRole("button", { name: "Make one up" }).click()
    await dialog.getByRole("button", { name: "Add channel" }).click()
    await page.getByRole("button", { name: "Test Receiver" }).click()
    await page.getByText("took it (200).").waitFor()
    expect(received).toMatchObject([{ event: "test" }])
    expect(await page.content()).not.toContain("/hook")

    await page.goto(`${url}/notification`)
    await page.getByRole("button", { name: "Subscribe to systems" }).click()
    await dialog.getByRole("combobox", { name: "Systems" }).fill("Check")
    await page.getByRole("option", { name: "Checkout" }).click()
    await dialog.getByLabel("By").selectOption({ label: "Receiver (Webhook)" })
    await dialog.getByRole("button", { name: "Tell me", exact: true }).click()
    await page.getByRole("list", { name: "Subscriptions" }).getByText("Checkout").waitFor()

    answer = 410
    await expectOk(ana.call("catalog.reportStatus", { systemId: system.id, status: "unhealthy", reason: "No answers" }))
    await page.goto(`${url}/settings/notification/messages?status=failed`)
    await page.getByText("Checkout: unhealthy").first().waitFor()
    answer = 200
    // From a phone, on the way to the machine that was not reached.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole("button", { name: "Actions for Checkout: unhealthy" }).click()
    await page.getByRole("menuitem", { name: "Send again" }).click()
    await expect.poll(() => received.length).toBe(3)
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(received[2]).toMatchObject({ status: "unhealthy", reason: "No answers", id: received[1]!.id })

    await page.goto(`${url}/catalog/systems/${system.id}`)
    const tellMe = page.getByRole("switch", { name: "Tell me" })
    await tellMe.waitFor()
    expect(await tellMe.isChecked()).toBe(true)
    await tellMe.click()
    await expect
      .poll(async () => (await expectOk(ana.call<{ items: object[] }>("notification.subscriptions", {}))).items.length)
      .toBe(0)
  })
})
