import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { startProduct } from "./product.ts"

const product = await startProduct()
const browser = useBrowser()
const ANA = { email: "ana@example.test", password: "four unrelated words here" }

describe("the first run", () => {
  it("leads from the printed link over the start page to the first system in the catalog", async () => {
    const { page } = await browser.visit()

    await page.goto(product.setUpLink())
    await page.getByLabel("Your name").fill("Ana Kovač")
    await page.getByLabel("Email").fill(ANA.email)
    await page.getByLabel("Password", { exact: true }).fill("short")
    await page.getByRole("button", { name: "Create the administrator" }).click()
    await page.getByText("Use at least 12 characters.").waitFor()
    await page.locator("input[name=new-password]:focus").waitFor()
    await page.getByLabel("Password", { exact: true }).fill(ANA.password)
    await page.getByRole("button", { name: "Create the administrator" }).click()

    await page.getByRole("heading", { name: "First steps" }).waitFor()
    await page.getByRole("link", { name: "Watch your first address" }).click()
    await page.getByRole("heading", { level: 1, name: "New check" }).waitFor()
    await page.getByLabel("Address").waitFor()
    await page.goto(`${product.url}/`)
    await page.getByRole("link", { name: "Add a system" }).click()
    await page.getByLabel("Name", { exact: true }).fill("Payments API")
    await page.getByRole("button", { name: "Add system" }).click()
    await page.getByRole("heading", { level: 1, name: "Payments API" }).waitFor()

    await page.getByRole("navigation", { name: "Workspaces" }).getByRole("link", { name: "Catalog" }).first().click()
    await page.getByRole("link", { name: "Payments API" }).first().waitFor()
    await page.goto(`${product.url}/`)
    await page.getByText("1 of 7 done").waitFor()
  })

  it("is over after the first administrator: the link opens nothing any more", async () => {
    const { page } = await browser.visit()

    await page.goto(product.setUpLink())

    await page.getByRole("heading", { name: "This installation is set up" }).waitFor()
  })
})

describe("signing in", () => {
  it("leads from any page to the form and back to that page", async () => {
    const { page } = await browser.visit()

    await page.goto(`${product.url}/catalog?text=pay`)
    await page.waitForURL(/\/sign-in\?return=/)
    await signInOnPage(page, ANA.email, "not the password at all")
    await page.getByRole("alert").waitFor()
    await signInOnPage(page, ANA.email, ANA.password)

    await page.waitForURL(`${product.url}/catalog?text=pay`)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await expect.poll(() => page.title()).toMatch(/ · Countersign$/)
  })

  it("loads at most 250 kB of compressed script for the first page", async () => {
    const { page } = await browser.visit()
    await page.goto(`${product.url}/sign-in`)
    await signInOnPage(page, ANA.email, ANA.password)
    await page.waitForURL(`${product.url}/`)

    await page.reload()
    await page.getByRole("heading", { level: 1, name: "Start" }).waitFor()
    // Everything that stands on it.
    for (const name of ["First steps", "What needs attention", "AI usage this month"])
      await page.getByRole("heading", { name, exact: name !== "First steps" }).waitFor()
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => entry as PerformanceResourceTiming)
        .filter((entry) => entry.name.endsWith(".js"))
        .map((entry) => entry.encodedBodySize),
    )

    expect(scripts.length).toBeGreaterThan(0)
    expect(scripts.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000)
  })

  it("refuses to be sent anywhere but to a page of ours", async () => {
    const { page } = await browser.visit()

    await page.goto(`${product.url}/sign-in?return=${encodeURIComponent("https://example.test/phish")}`)
    await signInOnPage(page, ANA.email, ANA.password)

    await page.waitForURL(`${product.url}/`)
  })

  it("ends in every tab when one signs out", async () => {
    const { context, page } = await browser.visit()
    await page.goto(`${product.url}/sign-in`)
    await signInOnPage(page, ANA.email, ANA.password)
    await page.waitForURL(`${product.url}/`)
    const other = await context.newPage()
    await other.goto(`${product.url}/account`)
    await other.getByRole("heading", { level: 1, name: "Account" }).waitFor()

    await page.getByRole("button", { name: /^Account of/ }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()

    await page.waitForURL(`${product.url}/sign-in`)
    await other.waitForURL(/\/sign-in\?return=%2Faccount/)
  })
})
