import type { Session } from "@countersign/testing"
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import { afterAll, afterEach, beforeAll, expect, vi } from "vitest"
import { findChromium } from "../scripts/chromium.mjs"

export interface Visitor {
  /** A browser of one's own: cookies, storage, tabs. */
  context: BrowserContext
  page: Page
}

export interface TestBrowser {
  /** A profile of its own, for one test. */
  visit(options?: BrowserContextOptions): Promise<Visitor>
  /** A profile for all tests of the file: what one page has loaded is not loaded anew by the next. */
  settle(options?: BrowserContextOptions): Promise<BrowserContext>
}

/** One browser for the file. A page that complains fails the test. */
export function useBrowser(): TestBrowser {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const complaints: string[] = []
  // A journey has many steps, and a busy machine takes its time for each.
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

  beforeAll(async () => {
    browser = await chromium.launch(findChromium())
  })
  afterAll(() => browser?.close())
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()))
    expect(complaints.splice(0), "what the browser complained about").toEqual([])
  })

  return {
    async visit(options) {
      const context = await settle(options)
      contexts.push(context)
      return { context, page: await context.newPage() }
    },
    settle,
  }

  async function settle(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
    context.setDefaultTimeout(25_000)
    context.on("page", (page) => listen(page, complaints))
    return context
  }
}

/** Script errors and refusals of the content security policy. Answers that say "no" are the journeys' own business. */
function listen(page: Page, complaints: string[]): void {
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on("console", (message) => {
    const isAnswer = message.text().startsWith("Failed to load resource")
    if (message.type() === "error" && !isAnswer) complaints.push(`${page.url()}: ${message.text()}`)
  })
}

/** A browser profile that is signed in already, as whoever has the session. */
export function signedInAs(session: Session, url: string): BrowserContextOptions {
  const { hostname } = new URL(url)
  const cookies = session
    .cookie()
    .split("; ")
    .map((pair) => {
      const at = pair.indexOf("=")
      return {
        name: pair.slice(0, at),
        value: pair.slice(at + 1),
        domain: hostname,
        path: "/",
        expires: -1,
        httpOnly: true,
        secure: false,
        sameSite: "Lax" as const,
      }
    })
  return { storageState: { cookies, origins: [] } }
}

/** By password, from wherever the sign-in form stands. */
export async function signInOnPage(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}
