import { expect, it } from "vitest"
import { signedInAs, useBrowser } from "./browser.ts"
import { placesAfterSignIn } from "./places.ts"
import { startWithAdministrator } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
import { atRest } from "./tour.ts"

const { url, ana } = await startWithAdministrator()
const things = await seedPages(ana)
const browser = useBrowser()

/** What no plugin of this product brings yet, as pages would speak of it. Not in the guide, nor in lists of what happened. */
const ABSENT = [
  /\bautomations?\b/i,
  /\bhealth checks?\b/i,
  /\bchecks\b(?! the person)/i,
  /\bsuppress notifications\b/i,
  /\bSite default\b|\bContent default\b/,
  /\bSITE_PORT\b/,
  /^Secrets$/m,
  /^Public$/m,
]
const QUOTES =
  /^\/(help|settings\/audit|settings\/secrets|settings\/roles|settings\/ai\/tools|settings\/(applications|people)\/[^?]+\?tab=access)/

it("no page has words or switches for what no installed plugin brings", async () => {
  const { page } = await browser.visit(signedInAs(ana, url))
  const places = placesAfterSignIn(things).filter(({ path, prepare }) => !prepare && !QUOTES.test(path))
  expect(places.length).toBeGreaterThan(30)
  const found: string[] = []
  await page.goto(url)
  for (const { name, path } of places) {
    await page.evaluate((address) => history.pushState(null, "", address), path)
    await page.waitForURL(url + path)
    await atRest(page)
    const options = await page.locator("option").allTextContents()
    // biome-ignore lint/performance/useDomNodeTextContent: what people read, line by line.
    const text = [await page.locator("body").innerText(), ...options].join("\n")
    for (const pattern of ABSENT) {
      const hit = pattern.exec(text)
      if (hit) found.push(`${name}: ${text.slice(Math.max(0, hit.index - 40), hit.index + 60).replaceAll("\n", " / ")}`)
    }
  }
  expect(found).toEqual([])
})
