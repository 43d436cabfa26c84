import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana, startPod } = await startWithAdministrator()
const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Payments API" }))
const browser = useBrowser()

type Window = { id: string; status: string; startsAt: string }
const only = async () =>
  (await expectOk(ana.call<{ items: Window[] }>("maintenance.list", { systemId: system.id }))).items[0]!

describe("maintenance", () => {
  it("is scheduled to recur, changed once, shown on its system's page and in a calendar, and closed early", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 10)
    await page.goto(`${url}/catalog/systems/${system.id}`)
    await page.getByRole("link", { name: "Schedule maintenance" }).click()
    await page.getByText("Payments API").first().waitFor()
    await page.getByLabel("Title").fill("Weekly patching")
    await page.getByLabel("Begins").fill(`${tomorrow}T22:00`)
    await page.getByLabel("Ends", { exact: true }).fill(`${tomorrow}T23:00`)
    await page.getByLabel("Repeats").selectOption("Every week")
    await expect.poll(() => page.getByText("Next occurrences").locator("..").getByRole("listitem").count()).toBe(5)
    await page.getByRole("button", { name: "Schedule maintenance" }).click()
    await page.getByRole("heading", { level: 1, name: "Weekly patching" }).waitFor()

    await page.getByRole("tab", { name: "Occurrences" }).click()
    await page.getByRole("button", { name: "Change", exact: true }).nth(1).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("switch", { name: "Leave it out" }).click()
    await dialog.getByRole("button", { name: "Save times" }).click()
    await page.getByText("Left out").waitFor()

    await page.goto(`${url}/catalog/systems/${system.id}`)
    await page.getByRole("link", { name: "Weekly patching" }).waitFor()

    await page.goto(`${url}/maintenance`)
    await page.getByRole("button", { name: "Calendar feed" }).click()
    await page.getByRole("button", { name: "Make an address" }).click()
    const address = await page.getByLabel("Address of your feed").inputValue()
    const { id } = await only()
    const calendar = await fetch(address)
    expect(calendar.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
    const text = (await calendar.text()).replaceAll("\r\n ", "")
    expect(text.split(`UID:${id}-`)).toHaveLength(21)
    expect(text.match(/STATUS:CANCELLED/g)).toHaveLength(1)
  })

  it("that a pipeline armed begins at once, is followed live and ended by a person", async () => {
    const key = await expectOk(
      ana.call<{ key: string }>("platform.createApplication", { name: "Pipeline", roles: ["operator"] }),
    ).then((made) => made.key)
    const arm = async () => {
      const response = await fetch(`${url}/api/v1/maintenance/create`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": "deploy-4711-window",
        },
        body: JSON.stringify({ title: "Deploy 1.4", systemIds: [system.id], minutes: 30 }),
      })
      expect(response.status).toBe(200)
      return (await response.json()) as Window
    }
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/`)
    await page.getByText("Nothing needs attention").waitFor()

    const [first, again] = [await arm(), await arm()]

    expect([first.status, again.id]).toEqual(["inProgress", first.id])
    await page.getByRole("link", { name: "Deploy 1.4" }).click()
    const timeline = page.getByRole("list", { name: "Updates, newest first" })
    await timeline.getByText("scheduled the window").waitFor()
    await expectOk(
      ana.call("catalog.recordChange", { what: "Deployed", release: "1.4", systemNames: ["Payments API"] }),
    )
    await timeline.getByText("Deployed, version 1.4").waitFor()
    await page.getByRole("button", { name: "End maintenance" }).click()
    await page.getByRole("dialog").getByLabel("Note", { exact: true }).fill("Deployed.")
    await page.getByRole("dialog").getByRole("button", { name: "End maintenance" }).click()
    await page.getByText("Completed").first().waitFor()
    const health = await expectOk(ana.call<{ status: string | null }>("catalog.getSystem", { systemId: system.id }))
    expect(health.status).toBe(null)
  })

  it("begins and ends once each on two servers, one of which is killed at the moment of beginning", async () => {
    const other = await startPod()
    // Longer than what a dead server held is held for: it still begins before it ends.
    const from = Math.ceil(Date.now() / 1_000) * 1_000 + 3_000
    const [startsAt, endsAt] = [new Date(from).toISOString(), new Date(from + 8_000).toISOString()]
    const draft = { title: "Raced", systemIds: [system.id], startsAt, endsAt }
    const made = await Promise.all(
      Array.from({ length: 10 }, () => expectOk(ana.call<Window>("maintenance.create", draft))),
    )
    const read = ({ id }: Window) =>
      expectOk(ana.call<Window & { updates: { status: string | null; at: string }[] }>("maintenance.get", { id }))

    await expect
      .poll(async () => (await Promise.all(made.map(read))).some(({ status }) => status === "inProgress"), {
        timeout: 8_000,
        interval: 20,
      })
      .toBe(true)
    await other.kill()

    await expect
      .poll(async () => (await Promise.all(made.map(read))).filter(({ status }) => status === "completed").length, {
        timeout: 16_000,
      })
      .toBe(made.length)
    for (const { updates } of await Promise.all(made.map(read)))
      expect(updates.map(({ status }) => status)).toEqual(["completed", "inProgress"])
  })
})
