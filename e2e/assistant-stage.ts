import { randomUUID } from "node:crypto"
import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import AxeBuilder from "@axe-core/playwright"
import type { Session } from "@countersign/testing"
import type { BrowserContextOptions, Locator, Page } from "playwright-core"
import { afterAll, expect } from "vitest"
import type { RehearsalScript } from "../packages/llm/src/rehearsal/script.ts"
import { type RehearsalServer, startRehearsalServer } from "../packages/llm/src/rehearsal/server.ts"
import { expectOk } from "./product.ts"

const folder = fileURLToPath(new URL("../test-results/screenshots", import.meta.url))
mkdirSync(folder, { recursive: true })

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A model's provider on loopback, closed after the file's tests. */
export async function startProvider(scripts: readonly RehearsalScript[], paceMs = 0): Promise<RehearsalServer> {
  const provider = await startRehearsalServer({ scripts, paceMs })
  afterAll(() => provider.close())
  return provider
}

/** Takes a picture of each page in both themes, and expects that they fit the screen and pass axe. */
export async function photograph(name: string, pages: readonly Page[]): Promise<void> {
  const complaints = await Promise.all(pages.map((page) => photographPage(name, page)))
  expect(complaints.flat(), name).toEqual([])
}

async function photographPage(name: string, page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  const complaints: string[] = []
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
    await page.waitForFunction(() => document.fonts.status === "loaded")
    await page.screenshot({ path: `${folder}/assistant-${name}-${width}-${theme}.png` })
    for (const complaint of await look(page, theme)) complaints.push(`${width} px, ${theme}: ${complaint}`)
  }
  return complaints
}

async function look(page: Page, theme: "light" | "dark"): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] })
  // The themes differ in colours alone.
  const { violations } = await (theme === "light" ? axe : axe.withRules(["color-contrast"])).analyze()
  const severe = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...severe.map(({ id, help, nodes }) => `${id}, ${help}: ${nodes.map((node) => node.html).join(" | ")}`),
    ...(overflow > 0 ? [`is ${overflow} px wider than the screen`] : []),
  ]
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

export interface Begun {
  id: string
  path: string
}

export interface Beginning {
  connectionId: string
  model?: string
  permissionMode?: "approve" | "auto"
}

/** A conversation with a title of its owner's: no model is asked for one, so every call of the provider is the turn's. */
export async function begin(session: Session, title: string, { permissionMode, ...choice }: Beginning): Promise<Begun> {
  const { id, version } = await expectOk(session.call<{ id: string; version: number }>("ai.createConversation", choice))
  await expectOk(
    session.call("ai.updateConversation", { id, version, title, ...(permissionMode ? { permissionMode } : {}) }),
  )
  return { id, path: `/assistant/${id}` }
}

/** Sends a message without a browser and waits for the end of the answer; through any server of the database. */
export async function sayTo(session: Session, url: string, conversationId: string, text: string): Promise<string> {
  const { origin } = new URL(url)
  const response = await fetch(`${url}/api/ai/chat`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, cookie: session.cookie() },
    body: JSON.stringify({ conversationId, message: { id: randomUUID(), text } }),
  })
  if (!response.ok) throw new Error(`Answered ${response.status}: ${await response.text()}`)
  return response.text()
}

export async function write(page: Page | Locator, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: "Message" })
  await box.fill(text)
  await box.press("Enter")
}
