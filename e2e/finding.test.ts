import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, startWithAdministrator } from "./product.ts"

const { url, ana } = await startWithAdministrator()
const browser = useBrowser()
// Each is found by the same word, and the one that is called so comes last by every other order.
const made: { id: string }[] = []
for (const system of [
  { name: "Image delivery", description: "Pictures of every product." },
  { name: "Basket", tags: ["product"] },
  { name: "New product page" },
  { name: "Product search" },
])
  made.push(await expectOk(ana.call<{ id: string }>("catalog.createSystem", system)))

const ORDER = ["Product search", "New product page", "Basket", "Image delivery"]

describe("typing the beginning of a name", () => {
  it("puts what is called so first in the palette, which Enter opens, and the assistant last", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(url)
    await page.getByRole("heading", { level: 1 }).waitFor()
    await page.keyboard.press("Control+k")
    await page.getByRole("dialog").getByRole("combobox").fill("Product")
    await page.getByRole("option", { name: /Image delivery/ }).waitFor()

    const options = await page.getByRole("option").allTextContents()
    expect(namesAmong(options)).toEqual(ORDER)
    expect(options[0]).toContain("Product search")
    expect(options.at(-1)).toContain("Ask the assistant: Product")
    await page.keyboard.press("Enter")
    await page.waitForURL(`${url}/catalog/systems/${made.at(-1)!.id}`)
  })

  it("chooses it in a picker with Enter", async () => {
    const { page } = await browser.visit(signedInAs(ana, url))
    await page.goto(`${url}/incidents/new`)
    const systems = page.getByRole("combobox", { name: /systems/i })
    await systems.fill("Product")
    await page.getByRole("option", { name: /Image delivery/ }).waitFor()
    expect(namesAmong(await page.getByRole("option").allTextContents())).toEqual(ORDER)
    await systems.press("Enter")
    await expect.poll(() => chosen(page)).toEqual(["Product search"])
  })
})

function namesAmong(options: readonly string[]): string[] {
  return options.flatMap((option) => ORDER.filter((name) => option.includes(name)))
}

async function chosen(page: Page): Promise<string[]> {
  const labels = await page
    .getByRole("button", { name: /^Remove / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? button.textContent ?? ""))
  return labels.map((label) => label.replace(/^Remove /, ""))
}
