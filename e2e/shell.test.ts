import type { Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { inspect } from "./inspect.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const product = await startWithAdministrator()
const { url, ana, administrator } = product
const browser = useBrowser()

async function signedIn(page: Page, path = "/", who: { email: string; password: string } = administrator) {
  await page.goto(`${url}/sign-in?return=${encodeURIComponent(path)}`)
  await signInOnPage(page, who.email, who.password)
  await page.waitForURL(`${url}${path}`)
  await page.locator("#main h1").waitFor()
}

describe("the shell", () => {
  it("is driven by the keyboard alone", async () => {
    const { page } = await browser.visit()
    await signedIn(page)

    await page.keyboard.press("g")
    await page.keyboard.press("c")
    await page.waitForURL(`${url}/catalog`)
    await page.getByRole("heading", { level: 1, name: "Catalog" }).waitFor()
    await page.keyboard.press("/")
    expect(await page.evaluate(() => document.activeElement?.getAttribute("type"))).toBe("search")
    await page.keyboard.press("Escape")
    await page.locator("#main").focus()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor()
    await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor({ state: "hidden" })

    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").getByRole("combobox").fill("audit")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${url}/settings/audit`)
    await page.getByRole("heading", { level: 1, name: "Audit log" }).waitFor()
  })

  it("remembers the theme for every browser a person signs in with", async () => {
    const { page } = await browser.visit({ colorScheme: "light" })
    await signedIn(page)

    await page.getByRole("button", { name: /^Account of/ }).click()
    await page.getByRole("menuitemradio", { name: "Dark" }).click()
    await page.locator("html[data-theme=dark]").waitFor()

    const other = await browser.visit({ colorScheme: "light" })
    await signedIn(other.page)
    await other.page.locator("html[data-theme=dark]").waitFor()
    await expectOk(ana.call("platform.updatePreferences", { theme: "system" }))
  })

  it("brings a change of theme to the tabs and browsers a person has open elsewhere", async () => {
    const { page, context } = await browser.visit({ colorScheme: "light" })
    await signedIn(page)
    const tab = await context.newPage()
    await tab.goto(`${url}/catalog`)
    const other = await browser.visit({ colorScheme: "light" })
    await signedIn(other.page)
    // One for each browser; what changes before a page listens is no news to it.
    await expect.poll(openStreams, { timeout: 15_000 }).toBe(2)

    await page.getByRole("button", { name: /^Account of/ }).click()
    await page.getByRole("menuitemradio", { name: "Dark" }).click()

    for (const open of [page, tab, other.page]) await open.locator("html[data-theme=dark]").waitFor()
    await expectOk(ana.call("platform.updatePreferences", { theme: "system" }))
    for (const open of [page, tab, other.page]) await open.locator("html[data-theme=system]").waitFor()
  })

  it("shows times in the zone a person chose, and in the browser's without a choice", async () => {
    const { page } = await browser.visit({ timezoneId: "Europe/Berlin" })
    const exact = page.getByRole("tooltip").filter({ hasText: /^\w{3}, \d+ \w{3} \d{4}, / })
    await signedIn(page, "/settings/audit")
    const first = page.locator("#main time").first()
    await first.hover()
    await exact.filter({ hasText: / (CET|CEST|GMT\+[12])$/ }).waitFor()

    await expectOk(ana.call("platform.updatePreferences", { timeZone: "Asia/Kathmandu" }))
    await page.reload()
    await first.hover()
    await exact.filter({ hasText: / GMT\+5:45$/ }).waitFor()
    await expectOk(ana.call("platform.updatePreferences", { timeZone: null }))
  })

  it("marks Settings in a phone's bottom bar on every page of the settings", async () => {
    const { page } = await browser.visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signedIn(page, "/settings/people")
    const bar = page.getByRole("navigation", { name: "Workspaces" }).filter({ visible: true })
    const colourOf = (element: Locator) => element.evaluate((node) => getComputedStyle(node).color)

    const settings = bar.getByRole("link", { name: "Settings" })
    expect(await settings.getAttribute("aria-current")).toBe("true")
    expect(await colourOf(settings)).not.toBe(await colourOf(bar.getByRole("button", { name: "More" })))
    expect(await bar.locator("[aria-current]").count()).toBe(1)

    await settings.click()
    await page.waitForURL(`${url}/settings`)
    expect(await settings.getAttribute("aria-current")).toBe("page")
  })

  it("keeps what can be done with a row within reach on a phone", async () => {
    await expectOk(ana.call("platform.setSecret", { name: "deploy.token", value: "not a real token" }))
    const { page } = await browser.visit({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await signedIn(page, "/settings/secrets")

    await page.getByRole("button", { name: "Actions for deploy.token" }).click()
    await page.getByRole("menuitem", { name: "Replace" }).click()

    await page.getByRole("dialog", { name: "Replace deploy.token" }).waitFor()
    await expectOk(ana.call("platform.deleteSecret", { name: "deploy.token" }))
  })

  it("asks before a page with unsaved text is left", async () => {
    const { page } = await browser.visit()
    await signedIn(page, "/account")
    await page.getByLabel("Name", { exact: true }).fill("Ana K.")

    const catalog = page.getByRole("navigation", { name: "Workspaces" }).getByRole("link", { name: "Catalog" }).first()
    await catalog.click()
    await page.getByRole("button", { name: "Stay" }).click()
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Ana K.")
    await catalog.click()
    await page.getByRole("button", { name: "Leave" }).click()

    await page.waitForURL(`${url}/catalog`)
  })

  it("opens a page at the moment the permission for it is given", async () => {
    const ben = await join(product, "Ben")
    const { page } = await browser.visit()
    await signedIn(page, "/settings/secrets", ben)
    await page.getByText("Ben lacks the permission platform.secret.read").waitFor()

    const role = await expectOk(
      ana.call<{ id: string }>("platform.createRole", { name: "Keeper", rules: ["platform.secret.read"] }),
    )
    const { version } = await expectOk(ana.call<{ version: number }>("platform.getPerson", { id: ben.id }))
    await expectOk(ana.call("platform.updatePerson", { id: ben.id, version, roles: ["viewer", role.id] }))

    await page.getByRole("heading", { level: 1, name: "Secrets" }).waitFor()
    await page.getByText("No secret is stored").waitFor()
    expect(await page.getByRole("button", { name: "Store a secret" }).count()).toBe(0)
  })

  it("says so when there is no such page, and when a thing is gone", async () => {
    const { page } = await browser.visit()
    await signedIn(page)

    await page.goto(`${url}/no/such/page`)
    await page.getByRole("heading", { name: "There is no such page" }).first().waitFor()
    await page.goto(`${url}/settings/teams/7f3c1f3e-8f43-4a52-9d3a-1d9a3f1a2b3c`)
    await page.getByRole("alert").waitFor()
  })

  it("tells failures beside the assistant's panel, and above it where the panel fills the screen", async () => {
    const { page } = await browser.visit()
    await signedIn(page)
    await page.route(/updatePreferences/, (route) => route.abort())
    await page.getByRole("button", { name: "Hide this" }).click()
    const toast = page.locator("[data-toasts] > *")
    await toast.waitFor()
    await page.keyboard.press("Control+j")
    const panel = page.getByRole("complementary", { name: "Assistant" })
    await panel.waitFor()

    const beside = [(await toast.boundingBox())!, (await panel.boundingBox())!] as const
    expect(beside[0].x + beside[0].width).toBeLessThanOrEqual(beside[1].x)
    expect(beside[0].y, "at the bottom of the page").toBeGreaterThan(450)
    await page.setViewportSize({ width: 390, height: 844 })
    const over = (await toast.boundingBox())!
    expect(over.y + over.height, "far from what is being written").toBeLessThan(422)
  })

  it("adds sample data with one click, and asks before it removes it", async () => {
    const { page } = await browser.visit()
    await signedIn(page)

    await page.getByRole("button", { name: "Add sample data" }).click()
    await page.getByRole("heading", { name: "What needs attention" }).waitFor()
    await page.getByText("It is unhealthy").first().waitFor()
    await page.getByRole("button", { name: "Remove sample data" }).click()
    const dialog = page.getByRole("dialog", { name: "Remove the sample data?" })
    await dialog.getByText("Nothing of yours refers to it.").waitFor()
    await dialog.getByRole("button", { name: "Remove sample data" }).click()

    await page.getByText("Nothing needs attention").waitFor()
    await page.getByRole("button", { name: "Hide this" }).click()
    await page.getByRole("heading", { name: "First steps" }).waitFor({ state: "hidden" })
  })

  it("says what of one's own is about the sample data, and removes it without touching that", async () => {
    await expectOk(ana.call("platform.addSample", {}))
    const { items } = await expectOk(
      ana.call<{ items: { id: string; name: string }[] }>("catalog.listSystems", { text: "Web shop" }),
    )
    const system = items[0]!
    const incident = await expectOk(
      ana.call<{ id: string }>("incident.create", {
        title: "Slow since noon",
        severity: "minor",
        systemIds: [system.id],
      }),
    )
    const { page } = await browser.visit()
    await signedIn(page)
    await page.goto(`${url}/settings/installation`)
    await page.getByRole("button", { name: "Remove the sample data" }).click()
    const dialog = page.getByRole("dialog", { name: "Remove the sample data?" })
    await dialog.getByText("What of yours has to do with it").waitFor()
    await dialog
      .getByText(
        `The system "${system.name}" stays and is yours from then on, because of the incident "Slow since noon".`,
      )
      .waitFor()
    await inspect("sample-remove", [page])
    await dialog.getByRole("button", { name: "Cancel" }).click()
    expect((await expectOk(ana.call<{ present: boolean }>("platform.sampleStatus", {}))).present, "asked only").toBe(
      true,
    )
    await page.getByRole("button", { name: "Remove the sample data" }).click()
    await dialog.getByRole("button", { name: "Remove sample data" }).click()
    await page.getByRole("button", { name: "Add sample data" }).waitFor()

    expect(await expectOk(ana.call("incident.get", { id: incident.id }))).toMatchObject({
      status: "investigating",
      systems: [{ id: system.id, name: system.name }],
    })
    await page.goto(`${url}/incidents`)
    await page.getByRole("link", { name: "Slow since noon" }).first().waitFor()
  })
})

async function openStreams(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^countersign_event_streams (\d+)$/m.exec(text)?.[1])
}
