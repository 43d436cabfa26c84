import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Page } from "playwright-core"
import { afterAll, describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana } = await startWithAdministrator()
const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Shop" }))
const browser = useBrowser()

// What is watched: it answers as the test says.
let status = 200
const watched = createServer((_, response) => {
  response.writeHead(status, { "content-type": "application/json" })
  response.end(JSON.stringify({ state: status === 200 ? "up" : "down", queues: [{ name: "orders", length: 3 }] }))
})
await new Promise<void>((listening) => watched.listen(0, "127.0.0.1", listening))
const address = `http://127.0.0.1:${(watched.address() as AddressInfo).port}/status`
afterAll(() => void watched.close())

const { version } = await expectOk(ana.call<{ version: number }>("healthcheck.getSettings"))
await expectOk(ana.call("healthcheck.updateSettings", { version, allowPrivate: "127.0.0.0/8" }))

describe("a check", () => {
  it("is made by hand on a system's page: tried, held to a value by a click, and green as one looks on", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/catalog/systems/${system.id}`)
    await page.getByRole("link", { name: "Add check" }).click()
    await page.getByRole("link", { name: "HTTP" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Shop answers")
    await page.getByLabel("Address").fill(address)

    await page.getByRole("button", { name: "Try it" }).click()
    const tried = page.getByRole("region", { name: "Try it" })
    await tried.getByText("Good").waitFor()
    await tried.getByRole("button", { name: "200", exact: true }).click()
    await tried.getByRole("button", { name: "orders", exact: true }).click()
    expect(await page.getByLabel("Value of assertion 1").inputValue()).toBe("200")
    expect(await page.getByLabel("JSONPath of assertion 2").inputValue()).toBe("$.queues[0].name")
    expect(await expectOk(ana.call<{ items: object[] }>("healthcheck.list"))).toMatchObject({ items: [] })

    await page.getByRole("button", { name: "Create check" }).click()
    await page.getByRole("heading", { level: 1, name: "Shop answers" }).waitFor()
    await page.locator("#main").getByText("Healthy").first().waitFor()

    await page.goto(`${url}/catalog/systems/${system.id}`)
    const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: "Checks", exact: true }) })
    await panel.getByRole("link", { name: "Shop answers" }).waitFor()
    await panel.getByText("100.00 % uptime in the last 24 hours").waitFor()
    const uptime = ["24 h", "7 d", "30 d", "90 d"].map((span) => `Uptime ${span}100.00 %`).join("")
    await expect.poll(() => panel.locator("dl").textContent()).toBe(uptime)
  })

  it("is paused with a reason, resumed, tells why it fails, is changed with its history kept, and deleted", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/checks`)
    await page.getByRole("link", { name: "Shop answers" }).click()

    await page.getByRole("button", { name: "Pause" }).click()
    await page.getByRole("dialog").getByLabel("Reason").fill("Moving to another rack")
    await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click()
    await page.getByText("Moving to another rack").waitFor()
    await page.getByRole("button", { name: "Resume" }).click()
    await page.getByText("Moving to another rack").waitFor({ state: "detached" })

    status = 503
    await page.getByRole("button", { name: "Run now" }).click()
    await page.getByText("The last run was not good").waitFor()
    await page.getByText(/503/).first().waitFor()
    await page.getByRole("tab", { name: "Runs" }).click()
    await page
      .getByRole("row", { name: /503/ })
      .getByRole("button", { name: /20\d\d/ })
      .first()
      // By the keyboard: the run that confirms it may push the row down between the two halves of a click.
      .press("Enter")
    await page.getByRole("dialog").getByText("Fails").first().waitFor()
    await page.keyboard.press("Escape")

    await page.getByRole("link", { name: "Edit" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Shop is up")
    await page.getByLabel("Value of assertion 1").fill("503")
    await page.getByRole("button", { name: "Save check" }).click()
    await page.getByRole("heading", { level: 1, name: "Shop is up" }).waitFor()
    await page.getByRole("tab", { name: "Configuration" }).click()
    await page.getByText("Status is 503").waitFor()
    await page.getByRole("tab", { name: "History" }).click()
    await page.getByText("changed the check").first().waitFor()

    await page.getByRole("button", { name: "More actions" }).click()
    await page.getByRole("menuitem", { name: "Delete check" }).click()
    await page.getByRole("dialog").getByText("Shop", { exact: false }).first().waitFor()
    await page.getByRole("dialog").getByRole("button", { name: "Delete check" }).click()
    await page.getByText("No checks yet").waitFor()
  })

  it("that cannot be stored says so at the field, and goes there", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/checks/new?way=http`)
    await page.getByLabel("Name", { exact: true }).fill("Shop answers")
    await page.getByLabel("Address").fill(address)
    await page.getByRole("button", { name: "Add assertion" }).click()
    await page.getByLabel("Value of assertion 1").fill("many")

    await page.getByRole("button", { name: "Create check" }).click()

    await expect.poll(() => focused(page)).toBe("Value of assertion 1")
    await page.getByText("Write a number").waitFor()
  })
})

it("many checks are run, paused, resumed and deleted at once", async () => {
  status = 200
  const names = ["Shop one", "Shop two", "Shop three"]
  for (const name of names)
    await expectOk(
      ana.call("healthcheck.create", {
        ...{ name, strategyId: "http", config: { url: address }, intervalSeconds: 3_600 },
        assignments: [{ systemId: system.id }],
      }),
    )
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/checks`)
  const rows = (state: string) => page.getByRole("row", { name: /Shop (one|two|three)/ }).filter({ hasText: state })
  const select = async () => {
    for (const name of names.slice(0, 2)) await page.getByRole("checkbox", { name: `Select ${name}` }).check()
  }
  const dialog = page.getByRole("dialog")
  await expect.poll(() => rows("Healthy").count()).toBe(3)

  await select()
  await page.getByRole("button", { name: "Run now" }).click()
  await page.getByText("2 run now").waitFor()
  await select()
  await page.getByRole("button", { name: "Pause" }).click()
  await dialog.getByLabel("Reason").fill("Moving to another rack")
  await dialog.getByRole("button", { name: "Pause" }).click()
  await dialog.getByText("All done").waitFor()
  await dialog.getByRole("button", { name: "Close" }).last().click()
  await expect.poll(() => rows("Paused").count()).toBe(2)

  await select()
  await page.getByRole("button", { name: "Resume" }).click()
  await page.getByText("2 resumed").waitFor()
  await expect.poll(() => rows("Paused").count()).toBe(0)

  await select()
  await page.getByRole("button", { name: "Delete" }).click()
  await dialog.getByRole("button", { name: "Delete" }).click()
  await dialog.getByText("All done").waitFor()
  await dialog.getByRole("button", { name: "Close" }).last().click()
  const { items } = await expectOk(ana.call<{ items: { name: string }[] }>("healthcheck.list"))
  expect(items.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(["Shop three"])
})

it("the settings of checks say what scripts and pings can do on this machine", async () => {
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(`${url}/settings/healthcheck`)
  const machine = page.locator("section").filter({ has: page.getByRole("heading", { name: "This machine" }) })
  await machine.getByText(/TypeScript runs in QuickJS/).waitFor()
  await machine.getByText(/this server can(not ping| send echo requests)/i).waitFor()
})

describe("the editor of a script", () => {
  it("offers what a script may use and marks what is wrong, in the page", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/checks/new?way=script`)
    await page.getByRole("button", { name: "Begin with an example" }).click()
    const editor = page.locator(".cm-content")
    await editor.waitFor()

    await editor.click()
    await page.keyboard.press("Control+End")
    await page.keyboard.type("\nfet")
    await page.locator(".cm-tooltip-autocomplete").getByText("fetch", { exact: true }).waitFor()
    await page.keyboard.press("Escape")
    await page.locator(".cm-tooltip-autocomplete").waitFor({ state: "hidden" })
    await page.keyboard.type("chy()")

    await page.getByRole("list", { name: "Problems in Script" }).getByText("Cannot find name 'fetchy'").waitFor()
  })

  it("offers a shell script the variables it has", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/checks/new?way=shell`)
    const editor = page.locator(".cm-content")
    await editor.click()
    await page.getByText("Variables that the script sees").waitFor()
    await page.keyboard.type('echo "$COUNTERSIGN_SYS')
    await page.locator(".cm-tooltip-autocomplete").getByText("COUNTERSIGN_SYSTEM_NAME").click()
    await expect.poll(() => editor.textContent()).toContain("$COUNTERSIGN_SYSTEM_NAME")
  })
})

/** What the focus is on, as it is read aloud. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { activeElement } = document
    return document.getElementById(`${activeElement?.id}-label`)?.textContent ?? ""
  })
}
