import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

/** What a check shows of the world around it: changes, maintenance, calls of a job; and a check that was asked for. */

const { url, ana } = await startWithAdministrator()
const browser = useBrowser()
const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Shop" }))
const watched = createServer((_, response) => response.end("up"))
await new Promise<void>((listening) => watched.listen(0, "127.0.0.1", listening))
const address = `http://127.0.0.1:${(watched.address() as AddressInfo).port}/status`
afterAll(() => void watched.close())
const { version } = await expectOk(ana.call<{ version: number }>("healthcheck.getSettings"))
await expectOk(ana.call("healthcheck.updateSettings", { version, allowPrivate: "127.0.0.0/8" }))

interface Runs {
  items: { inMaintenance: boolean }[]
}
const runsOf = async (checkId: string) =>
  (await expectOk(ana.call<Runs>("healthcheck.runHistory", { checkId }))).items.map((run) => run.inMaintenance)

it("the chart marks what was changed in the systems of a check, and shades maintenance", async () => {
  const { id } = await expectOk(
    ana.call<{ id: string }>("healthcheck.create", {
      name: "Shop answers",
      strategyId: "http",
      config: { url: address },
      assignments: [{ systemId: system.id }],
      intervalSeconds: 3_600,
    }),
  )
  await expect.poll(() => runsOf(id), { timeout: 15_000 }).toEqual([false])
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/checks/${id}`)
  const chart = page.getByRole("figure", { name: "Duration of Shop answers" })
  await chart.locator("canvas").waitFor()
  expect(await chart.getByText("Maintenance", { exact: true }).count()).toBe(0)

  // Both reach the open page.
  await expectOk(ana.call("catalog.recordChange", { what: "Deployed the shop", release: "2.4", systemNames: ["Shop"] }))
  const changes = page.getByRole("list", { name: "Changes of its systems" })
  await changes.getByText("Deployed the shop, version 2.4").waitFor()
  const bar = page.locator("section").filter({ has: page.getByRole("heading", { name: "Runs over time" }) })
  await bar.getByTitle("Deployed the shop").waitFor()
  // From now on: the first run stays out of it, or nothing would be left to draw.
  const [startsAt, endsAt] = [0, 3_600_000].map((ms) => new Date(Date.now() + ms).toISOString())
  await expectOk(ana.call("maintenance.create", { title: "New disks", systemIds: [system.id], startsAt, endsAt }))
  // The window is heard of by the checks before the next run, which then counts as covered.
  await expect
    .poll(
      async () => {
        await expectOk(ana.call("healthcheck.runNow", { ids: [id] }))
        return (await runsOf(id)).includes(true)
      },
      { timeout: 15_000, interval: 500 },
    )
    .toBe(true)
  await chart.getByText("Maintenance", { exact: true }).waitFor()
  await page
    .getByText(/in maintenance/)
    .first()
    .waitFor()
})

it("a job calls the address of its heartbeat: what it says stands on the page at once", async () => {
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/checks/new?way=heartbeat&systemId=${system.id}`)
  await page.getByLabel("Name", { exact: true }).fill("Nightly backup")
  await page.getByLabel("Expected every").fill("86400")
  await page.getByRole("button", { name: "Create check" }).click()
  await page.getByRole("heading", { level: 1, name: "Nightly backup" }).waitFor()

  await page.getByRole("button", { name: "Make an address" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("button", { name: "Make an address" }).click()
  const heartbeat = await dialog.getByLabel("Address", { exact: true }).inputValue()
  await dialog.getByRole("button", { name: "Close" }).first().click()

  expect((await fetch(`${heartbeat}?status=down&message=disk+full`, { method: "POST" })).status).toBe(200)
  await page
    .getByText(/disk full/)
    .first()
    .waitFor()
  expect((await fetch(heartbeat, { method: "POST" })).status).toBe(200)
  await page.getByText("The last run was not good").waitFor({ state: "detached" })
  await page.locator("#main").getByText("Healthy").first().waitFor()
})

it("a check that was asked for is edited in its own form, and signed as edited", async () => {
  const { proposalId } = await expectOk(
    ana.call<{ proposalId: string }>("ai.proposeTool", {
      toolName: "healthcheck.propose",
      input: { name: "Shop is up", strategyId: "http", config: { url: address }, assignToSystemId: system.id },
    }),
  )
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/signatures/${proposalId}`)
  await page.getByRole("button", { name: "Edit" }).click()
  expect(await page.getByLabel("Address").inputValue()).toBe(address)
  await page.getByLabel("Name", { exact: true }).fill("Shop is open")
  await page.getByRole("button", { name: "Propose the changed check" }).click()

  await page
    .getByRole("article", { name: /Shop is open/ })
    .getByRole("button", { name: /^Apply/ })
    .click()

  const names = async () =>
    (await expectOk(ana.call<{ items: { name: string }[] }>("healthcheck.list"))).items.map(({ name }) => name)
  await expect.poll(names).toContain("Shop is open")
  expect(await names()).not.toContain("Shop is up")
})
