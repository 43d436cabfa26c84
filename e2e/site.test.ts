import type { BrowserContext, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { zipOf } from "../plugins/site/src/server/import/archive.fixture.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, siteUrl, ana } = await startWithAdministrator()
const browser = useBrowser()

describe("a site that nobody has begun", () => {
  it("is a page with the status of what everybody may see, and with what is said to everybody", async () => {
    const { id } = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "checkout-eu-1" }))
    await expectOk(ana.call("catalog.reportStatus", { systemId: id, source: "journey", status: "healthy", reason: "" }))
    const { page } = await browser.visit(signedInAs(ana, url))
    const visitor = await browser.visit()
    await visitor.page.goto(siteUrl)
    await visitor.page.getByRole("heading", { level: 1, name: "Nothing to report yet" }).waitFor()

    await page.goto(`${url}/catalog/systems/${id}`)
    await page.getByRole("button", { name: "Show it on the public site" }).click()
    await page.getByRole("dialog").getByText("Everybody will see this name").waitFor()
    await page.getByLabel("Public name").fill("Checkout")
    await page.getByRole("button", { name: "Save public name" }).click()
    await page.getByText("Everybody sees it as Checkout").waitFor()
    await shows(visitor.page, "/", "All systems are working")
    await visitor.page.getByRole("heading", { name: "Checkout" }).waitFor()
    expect(await visitor.page.content()).not.toContain("checkout-eu-1")

    const incident = await expectOk(
      ana.call<{ id: string }>("incident.create", { title: "Payments are slow", severity: "major", systemIds: [id] }),
    )
    await page.goto(`${url}/incidents/${incident.id}`)
    await page.getByLabel("Write an update").fill("Payments take up to a minute. Orders are not lost.")
    await page.getByLabel("Visible to").selectOption({ label: "Everybody" })
    await page.getByText("Everybody reads it on the public site, with the title and the status.").waitFor()
    await page.getByRole("button", { name: "Post update" }).click()
    await shows(visitor.page, "/", "Payments take up to a minute. Orders are not lost.")
    await visitor.page.getByRole("heading", { name: "Payments are slow" }).waitFor()
  })
})

describe("a new site", () => {
  it("begins with a starter, is published, changed, compared, published again and brought back with one press", async () => {
    const { page, context } = await browser.visit(signedInAs(ana, url))
    await page.goto(url)
    await page.getByRole("link", { name: "Publish your first page" }).click()
    await page.getByRole("button", { name: "Begin with a starter" }).click()
    await page.getByLabel("Name of your site").fill("Northwind")
    await page.getByRole("radio", { name: /^Product/ }).check()
    await page.getByRole("button", { name: "Begin", exact: true }).click()
    await page.getByRole("heading", { level: 1, name: "Home" }).waitFor()
    await page.frameLocator("iframe").getByRole("heading", { name: "Say what it does in one line" }).waitFor()

    await changePage(page, "Harbour tours", "Two hours on the water, every day.")
    await page.getByRole("link", { name: "Publish", exact: true }).first().click()
    await page.getByRole("link", { name: "Harbour tours" }).waitFor()
    await publish(page, 1)
    const visitor = await opened(context, page, "Open the public site")
    expect(new URL(visitor.url()).origin).toBe(new URL(siteUrl).origin)
    await visitor.getByRole("heading", { level: 1, name: "Say what it does in one line" }).waitFor()
    expect(await visitor.title()).toBe("Harbour tours · Northwind")
    expect(await descriptionOn(visitor)).toBe("Two hours on the water, every day.")

    await page.goto(`${url}/site`)
    await page.getByRole("link", { name: "Harbour tours" }).click()
    await page.getByRole("heading", { level: 1, name: "Harbour tours" }).waitFor()
    await page.getByText("Published", { exact: true }).waitFor()
    await changePage(page, "Harbour tours and ferries", "Every day, and to the islands.")
    await page.getByText("Changed since published").waitFor()
    await page.getByRole("link", { name: "Publish", exact: true }).first().click()
    await page.getByText("page: the title, the description").waitFor()
    await page.getByRole("button", { name: "Compare Harbour tours and ferries" }).click()
    const [before, after] = ["Visitors see now", "The draft"].map((side) =>
      page.getByRole("region", { name: side }).frameLocator("iframe").getByRole("navigation", { name: "Pages" }),
    )
    await before!.getByText("Harbour tours", { exact: true }).waitFor()
    await after!.getByText("Harbour tours and ferries", { exact: true }).waitFor()
    await publish(page, 2)
    await shows(visitor, "/", "Harbour tours and ferries")
    expect(await descriptionOn(visitor)).toBe("Every day, and to the islands.")

    await page.getByRole("button", { name: "Bring version 1 back" }).click()
    await page.getByText("Version 1 is what visitors see").waitFor()
    await expect.poll(() => visitor.reload().then(() => visitor.title())).toBe("Harbour tours · Northwind")
    expect(await descriptionOn(visitor)).toBe("Two hours on the water, every day.")
    await page.getByText("Ana Kovač brought version 1 back").waitFor()
    await page.getByRole("link", { name: "Harbour tours and ferries" }).waitFor()
  })
})

describe("a site in a zip file", () => {
  it("is shown file by file before it comes in, told of afterwards, and taken back whole", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/site/import`)
    await page.getByLabel("Zip file to import").setInputFiles({
      name: "old-site.zip",
      mimeType: "application/zip",
      buffer: OLD_SITE,
    })
    await page.getByRole("heading", { name: "What would become of old-site.zip" }).waitFor()
    await page.getByText("1 page, 0 stylesheets and 1 file").waitFor()
    await page.getByText("The site has a page at /, which was kept.").waitFor()
    await page.getByRole("radio", { name: /^Have both/ }).check()
    await page.getByText("2 pages, 1 stylesheet and 1 file").waitFor()
    await page.getByText("Old home, at /page-2").waitFor()
    await page.getByText("The team, at /team").waitFor()
    await page.getByText("<script> was left out").waitFor()
    expect(await titles()).toEqual(["Harbour tours and ferries"])

    await page.getByRole("button", { name: "Import into the draft" }).click()
    await page.getByText("2 pages, 1 stylesheet and 1 file came in.").waitFor()
    await page.getByRole("heading", { name: "Stays out (1)", exact: true }).waitFor()
    expect(await titles()).toEqual(["Harbour tours and ferries", "Old home", "The team"])
    expect((await fetch(`${siteUrl}/team`)).status, "nothing is published by it").toBe(404)

    await page.getByRole("button", { name: "Undo the import" }).click()
    await page.getByText("The import is undone").waitFor()
    expect(await titles()).toEqual(["Harbour tours and ferries"])
    expect((await expectOk(ana.call<{ media: unknown[] }>("site.listMedia"))).media).toEqual([])
  })
})

const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
const OLD_SITE = zipOf([
  {
    name: "index.html",
    bytes:
      '<!doctype html><html><head><title>Old home</title><link rel="stylesheet" href="main.css"></head><body><h1>Old home</h1><a href="team.html">The team</a><img src="dot.png" alt="A dot"><script>alert(1)</script></body></html>',
  },
  {
    name: "team.html",
    bytes: "<!doctype html><html><head><title>The team</title></head><body><h1>The team</h1></body></html>",
  },
  { name: "main.css", bytes: "h1 { color: teal }" },
  { name: "dot.png", bytes: Buffer.from(DOT, "base64") },
  { name: "broken.png", bytes: "no picture" },
])

async function changePage(page: Page, title: string, description: string): Promise<void> {
  await page.getByRole("tab", { name: "Settings" }).click()
  await page.getByLabel("Title", { exact: true }).fill(title)
  await page.getByLabel(/^Description/).fill(description)
  await page.getByRole("button", { name: "Save settings" }).click()
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor()
}

async function publish(page: Page, number: number): Promise<void> {
  await page.getByRole("button", { name: "Publish", exact: true }).click()
  await page.getByRole("dialog").getByText("Everybody will see it at once.").waitFor()
  await page.getByRole("button", { name: "Publish site" }).click()
  await page.getByText(`Version ${number} is published`).waitFor()
}

/** The tab that the link opens. */
async function opened(context: BrowserContext, page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page.getByRole("link", { name: new RegExp(`^${name}`) }).click(),
  ])
  await tab.waitForLoadState()
  return tab
}

/** Servers look at what is published anew once they are told. */
async function shows(visitor: Page, path: string, words: string): Promise<void> {
  await expect
    .poll(() => visitor.goto(siteUrl + path).then(() => visitor.locator("body").textContent()), { timeout: 15_000 })
    .toContain(words)
}

async function descriptionOn(visitor: Page): Promise<string | null> {
  return visitor.locator("meta[name=description]").getAttribute("content")
}

async function titles(): Promise<string[]> {
  const { items } = await expectOk(ana.call<{ items: { title: string }[] }>("site.findDocuments", { type: "page" }))
  return items.map(({ title }) => title)
}
