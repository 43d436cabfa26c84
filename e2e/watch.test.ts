import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Locator, Page } from "playwright-core"
import { afterAll, describe, expect, it } from "vitest"
import { write } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { inspect } from "./inspect.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

/** From words in the docked panel of a system's page to a signed check and its first good run on that page, without any key. */

const { url, ana } = await startWithAdministrator()
const browser = useBrowser()
const watched = createServer((_, response) => response.end('{"status":"UP"}'))
await new Promise<void>((listening) => watched.listen(0, "127.0.0.1", listening))
afterAll(() => void watched.close())
const address = `http://127.0.0.1:${(watched.address() as AddressInfo).port}/status`

const { version } = await expectOk(ana.call<{ version: number }>("healthcheck.getSettings"))
await expectOk(ana.call("healthcheck.updateSettings", { version, allowPrivate: "127.0.0.0/8" }))
await expectOk(ana.call("ai.createConnection", { label: "Rehearsal", driver: "rehearsal" }))

describe("asked for beside a system", () => {
  it("an address is watched, degraded when slow, and its person told: one card", async () => {
    const { page, panel } = await beside("Shop")
    await write(
      panel,
      `Watch ${address} and mark it degraded when it takes longer than a second and tell me when it is slow`,
    )
    const apply = panel.getByRole("button", { name: /^Apply/ })
    await apply.waitFor()
    await panel.getByText(address).first().waitFor()
    await inspect("watch-card", [page])
    await sign(panel)

    await greenOn(page)
    await expect.poll(() => page.getByRole("switch", { name: "Tell me" }).isChecked()).toBe(true)
  })

  it("a script is drafted, mended and shown whole before it is signed", async () => {
    const { page, panel } = await beside("Warehouse")
    await write(panel, `Create a script health check that probes ${address}`)
    await panel.getByRole("button", { name: /^Apply/ }).waitFor()
    await panel
      .getByText(/await fetch\(/)
      .first()
      .waitFor()
    await inspect("watch-script-card", [page])
    await sign(panel)

    await greenOn(page)
  })
})

async function beside(name: string): Promise<{ page: Page; panel: Locator }> {
  const { id } = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name }))
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/catalog/systems/${id}`)
  await page.getByRole("heading", { level: 1, name }).waitFor()
  await page.keyboard.press("ControlOrMeta+j")
  const panel = page.getByRole("complementary", { name: "Assistant" })
  await panel.getByText(`About: ${name}`).waitFor()
  return { page, panel }
}

/** What is folded is opened first, as the card asks for. */
async function sign(panel: Locator): Promise<void> {
  const closed = panel.getByRole("article").last().locator("button[aria-expanded=false]:not([aria-haspopup])")
  for (let left = await closed.count(); left > 0; left--) await closed.first().press("Enter")
  await panel.getByRole("button", { name: /^Apply/ }).click()
  await panel.getByText(/^Applied, signed by Ana/).waitFor()
}

async function greenOn(page: Page): Promise<void> {
  const checks = page.locator("section").filter({ has: page.getByRole("heading", { name: "Checks", exact: true }) })
  await checks.getByText("Healthy").waitFor()
  // Its system's over four spans, and its own.
  await expect.poll(() => checks.getByText("100.00 %").count()).toBe(5)
  expect(await checks.getByRole("link", { name: /status|127\.0\.0\.1|answers|probe/i }).count()).toBe(1)
}
