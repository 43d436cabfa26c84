import { mkdirSync } from "node:fs"
import { it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { startWithAdministrator, expectOk } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
const { url, ana, administrator } = await startWithAdministrator()
const things = await seedPages(ana)
await expectOk(ana.call("platform.addOauthClient", { name: "Claude Code", redirectUris: ["http://127.0.0.1/callback"], confirm: "client" })).catch((e) => console.log(String(e)))
const browser = useBrowser()
const folder = "/tmp/sig-shots"
mkdirSync(folder, { recursive: true })
const places: [string, string][] = [
  ["signatures", "/signatures"], ["asked", "/signatures?box=asked"], ["unknown", "/signatures?box=unknown"], ["all", "/signatures?box=all"],
  ["one", `/signatures/${things.proposalId}`], ["declined", `/signatures/${things.declinedId}`], ["none", "/signatures/7f3c0000-0000-4000-8000-000000000000"],
  ["tools", "/settings/ai/tools"], ["tool", "/settings/ai/tools?tool=incident.update"], ["policies", "/settings/ai/policies"], ["policy-add", "/settings/ai/policies?add=tool:incident.create"], ["mcp", "/settings/ai/mcp"], ["settings", "/settings"],
]
it("shoots", async () => {
  for (const theme of ["light", "dark"] as const) for (const width of [1440, 390]) {
    const { page } = await browser.visit({ colorScheme: theme, viewport: { width, height: width > 700 ? 900 : 844 }, ...(width < 640 ? { hasTouch: true, isMobile: true } : {}) })
    await page.goto(`${url}/sign-in`)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.waitForURL(`${url}/`)
    for (const [name, path] of places) {
      await page.evaluate((address) => history.pushState(null, "", address), path)
      await page.waitForTimeout(100)
      await page.locator("h1").first().waitFor({ state: "attached" })
      await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
      await page.waitForTimeout(400)
      await page.screenshot({ path: `${folder}/${name}-${width}-${theme}.png`, fullPage: !["tool", "policy-add"].includes(name) })
    }
    await page.goto(`${url}/signatures`)
    await page.getByRole("button", { name: "Reminders" }).click()
    await page.waitForTimeout(300)
    await page.screenshot({ path: `${folder}/reminders-${width}-${theme}.png` })
  }
}, 400_000)
