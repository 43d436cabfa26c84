import { chromium } from "playwright-core"
import { expect, it } from "vitest"
import { findChromium } from "./chromium.mjs"

it("finds a browser that shows text and fields, with no browser and no font installed", async () => {
  const browser = await chromium.launch(findChromium({ ignoreInstalled: true }))
  const page = await browser.newPage()
  await page.setContent("<label>Name <input value='Ana'></label><select><option>One</option></select>")

  expect(await page.getByLabel("Name").inputValue()).toBe("Ana")
  expect((await page.getByRole("combobox").boundingBox())?.width).toBeGreaterThan(20)
  await browser.close()
})
