import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { inject, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { startWithAdministrator } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
import { atRest } from "./tour.ts"

const { url, ana } = await startWithAdministrator()
await seedPages(ana)
const browser = useBrowser()

it("makes the picture of the README", async () => {
  const screen = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }
  const { page } = await browser.visit({ ...signedInAs(ana, url), ...screen })
  await page.goto(`${url}/catalog`)
  await atRest(page)
  await page.waitForFunction(() => document.fonts.status === "loaded")
  // Pictures differ a little from machine to machine; the one in the repository changes only when asked for.
  const folder =
    process.env.UPDATE_IMAGES === "1" ? fileURLToPath(new URL("../docs/images", import.meta.url)) : inject("pictures")!
  await page.screenshot({ path: join(folder, "catalog.png") })
})
