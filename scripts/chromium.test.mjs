import { chromium } from "playwright-core"
import { expect, it } from "vitest"
import { findChromium } from "./chromium.mjs"

it("brings a browser that draws text, whatever fonts the machine has", { timeout: 60_000 }, async () => {
  const browser = await chromium.launch(findChromium({ ignoreInstalled: true }))
  try {
    const page = await browser.newPage()
    await page.setContent("<span>Countersign</span>")
    // At 16 px; without a font its box is empty.
    expect((await page.locator("span").boundingBox())?.width).toBeGreaterThan(50)
  } finally {
    await browser.close()
  }
})
