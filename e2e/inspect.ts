import { join } from "node:path"
import AxeBuilder from "@axe-core/playwright"
import type { BrowserContextOptions, Page } from "playwright-core"
import { expect, inject } from "vitest"

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for them, in a run of `npm run pictures`. Without one nothing takes any. */
    pictures?: string
  }
}

export const DESK = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions
export const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions

type Theme = "light" | "dark"

export interface Look {
  /** Whether axe looks too. */
  axe: boolean
  /** A picture of all there is to scroll through, and not of the screen alone. */
  fullPage?: boolean
}

/**
 * Expects that a page, as it is now on these screens, fits each of them and that axe has nothing against it.
 *
 * Axe looks at the first of them, once in each theme: what it judges does not depend on the width.
 */
export async function inspect(name: string, pages: readonly Page[]): Promise<void> {
  const findings = await Promise.all(pages.map((page, at) => findingsOn(name, page, { axe: at === 0 })))
  expect(findings.flat(), name).toEqual([])
}

/** What is wrong with how the page looks. In a run of `npm run pictures`: nothing, but a picture in each theme. */
export async function findingsOn(name: string, page: Page, { axe, fullPage = false }: Look): Promise<string[]> {
  const folder = inject("pictures")
  const width = page.viewportSize()?.width ?? 0
  await page.waitForFunction(() => document.fonts.status === "loaded")
  if (folder) {
    await photograph(join(folder, `${name}-${width}`), page, fullPage)
    return []
  }
  // Not the window's inner width: a phone zooms out until all of a page that is too wide is in it.
  const overflow = (await page.evaluate(() => document.documentElement.scrollWidth)) - width
  const findings = overflow > 0 ? [`is ${overflow} px wider than the screen of ${width} px`] : []
  if (axe) findings.push(...(await violationsInBothThemes(page)))
  return findings
}

async function photograph(path: string, page: Page, fullPage: boolean): Promise<void> {
  for (const theme of ["dark", "light"] as const) {
    await wear(page, theme)
    await page.screenshot({ path: `${path}-${theme}.png`, fullPage })
  }
}

async function violationsInBothThemes(page: Page): Promise<string[]> {
  const findings: string[] = []
  for (const theme of ["dark", "light"] as const) {
    await wear(page, theme)
    findings.push(...(await violations(page, theme)).map((violation) => `${theme}: ${violation}`))
  }
  return findings
}

/** Nothing moves: a colour on its way to another would be judged as it happens to be. */
async function wear(page: Page, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
}

async function violations(page: Page, theme: Theme): Promise<string[]> {
  // Once in the document axe stays: sending it again for every look costs more than looking. Legacy mode opens no page of
  // its own to gather what frames of other origins say, and there are none. Measured over six pages: 3.3 s instead of 22.
  const loaded = await page.evaluate(() => "axe" in window)
  const axe = new AxeBuilder({ page, ...(loaded && { axeSource: ";" }) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
  // The themes differ in colours alone.
  if (theme === "dark") axe.withRules(["color-contrast", "link-in-text-block"])
  const found = await axe.analyze()
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, help, nodes }) => `${id}, ${help}: ${nodes.map((node) => node.html).join(" | ")}`)
}
