import type { Place } from "@countersign/testing"
import type { BrowserContextOptions, Page } from "playwright-core"
import { expect } from "vitest"
import type { useBrowser } from "./browser.ts"
import { DESK, findingsOn, PHONE } from "./inspect.ts"

/** Opens every one of the places on a desk's screen and on a phone's and inspects them there; axe sits at the desk. */
export async function tour(
  browser: ReturnType<typeof useBrowser>,
  url: string,
  places: readonly Place[],
  who: BrowserContextOptions = {},
): Promise<void> {
  const visitors = await Promise.all([DESK, PHONE].map((screen) => browser.visit({ ...who, ...screen })))
  const findings = await Promise.all(visitors.map(({ page }, at) => tourAlone(url, page, places, at === 0)))
  expect(findings.flat()).toEqual([])
}

async function tourAlone(url: string, tab: Page, places: readonly Place[], axe: boolean): Promise<string[]> {
  const findings: string[] = []
  await visitAll(url, tab, places, async ({ name, prepare }) => {
    const found = await findingsOn(name, tab, { axe, fullPage: prepare === undefined })
    findings.push(...found.map((finding) => `${name}: ${finding}`))
  })
  return findings
}

/** Opens one place after another and looks at each once it is at rest. */
export async function visitAll(
  url: string,
  tab: Page,
  places: readonly Place[],
  look: (place: Place) => Promise<void>,
): Promise<void> {
  for (const [at, place] of places.entries()) {
    const { path, prepare } = place
    // As a click on a link does it: loading the whole app for each page would take most of the test's time.
    if (at > 0) await tab.evaluate((address) => history.pushState(null, "", address), path)
    else await tab.goto(url + path)
    await arrived(tab, path)
    await prepare?.(tab)
    if (prepare) await atRest(tab)
    await look(place)
    if (prepare) await leave(tab)
  }
}

/** The page before stays in the document until the next one is loaded, so only the router knows which of them it is. */
async function arrived(tab: Page, path: string): Promise<void> {
  await tab.waitForFunction((address) => {
    const { state } = (window as unknown as { __TSR_ROUTER__: Router }).__TSR_ROUTER__
    return state.status === "idle" && decodeURIComponent(state.resolvedLocation?.href ?? "") === address
  }, path)
  await atRest(tab)
}

interface Router {
  state: { status: "pending" | "idle"; resolvedLocation?: { href: string } }
}

/** A heading, and nothing that still loads. */
export async function atRest(tab: Page): Promise<void> {
  await tab.locator("h1").first().waitFor({ state: "attached" })
  await tab.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
}

/** What was opened must not stay for the next place. */
async function leave(tab: Page): Promise<void> {
  await tab.keyboard.press("Escape")
  await tab.locator("[role=dialog], [role=menu]").waitFor({ state: "detached" })
}
