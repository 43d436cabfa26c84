import { mkdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import AxeBuilder from "@axe-core/playwright"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { startWithAdministrator } from "./product.ts"
import { seedPages } from "./seed-pages.ts"

const { url, ana, administrator } = await startWithAdministrator()
const things = await seedPages(ana)
const browser = useBrowser()
const folder = fileURLToPath(new URL("../test-results/screenshots", import.meta.url))
mkdirSync(folder, { recursive: true })

const PUBLIC: readonly Place[] = [
  { name: "sign-in", path: "/sign-in" },
  { name: "set-up-over", path: "/set-up" },
  { name: "forgot-password", path: "/forgot-password" },
  { name: "reset-password", path: "/reset-password#token=none" },
  { name: "confirm-email", path: "/confirm-email#token=none" },
  { name: "invitation", path: things.invitationPath },
  { name: "invitation-broken", path: "/invitation#token=none" },
]

const SIGNED_IN: readonly Place[] = [
  { name: "start", path: "/" },
  { name: "palette", path: "/", prepare: (page) => press(page, "Control+k") },
  { name: "palette-found", path: "/", prepare: (page) => press(page, "Control+k").then(() => typeIn(page, "pay")) },
  { name: "keyboard", path: "/", prepare: (page) => press(page, "?") },
  { name: "account-menu", path: "/", prepare: (page) => page.getByRole("button", { name: /^Account of/ }).click() },
  { name: "catalog", path: "/catalog" },
  { name: "systems", path: "/catalog/systems" },
  { name: "system-new", path: "/catalog/systems/new" },
  { name: "system", path: `/catalog/systems/${things.systemId}` },
  { name: "groups", path: "/catalog/groups" },
  { name: "environments", path: "/catalog/environments" },
  { name: "import", path: "/catalog/import" },
  { name: "incidents", path: "/incidents" },
  { name: "incident-new", path: "/incidents/new" },
  { name: "incident", path: `/incidents/${things.incidentId}` },
  { name: "signatures", path: "/signatures" },
  { name: "signatures-reminders", path: "/signatures", prepare: (page) => openDialog(page, "Reminders") },
  { name: "signatures-asked", path: "/signatures?box=asked" },
  { name: "signatures-unknown", path: "/signatures?box=unknown" },
  { name: "signatures-all", path: "/signatures?box=all" },
  { name: "signature", path: `/signatures/${things.proposalId}` },
  { name: "signature-declined", path: `/signatures/${things.declinedId}` },
  { name: "help", path: "/help" },
  { name: "account", path: "/account" },
  { name: "settings", path: "/settings" },
  { name: "people", path: "/settings/people" },
  { name: "people-invite", path: "/settings/people?invite=open" },
  { name: "invitations", path: "/settings/people?tab=invitations" },
  { name: "person", path: `/settings/people/${things.personId}` },
  { name: "person-access", path: `/settings/people/${things.personId}?tab=access` },
  { name: "roles", path: "/settings/roles" },
  { name: "role", path: "/settings/roles/operator" },
  { name: "teams", path: "/settings/teams" },
  { name: "team", path: `/settings/teams/${things.teamId}` },
  { name: "team-shared", path: `/settings/teams/${things.teamId}?tab=grants` },
  { name: "team-settings", path: `/settings/teams/${things.teamId}?tab=settings` },
  { name: "applications", path: "/settings/applications" },
  { name: "application", path: `/settings/applications/${things.applicationId}` },
  { name: "application-access", path: `/settings/applications/${things.applicationId}?tab=access` },
  { name: "application-settings", path: `/settings/applications/${things.applicationId}?tab=settings` },
  { name: "mail", path: "/settings/mail" },
  { name: "sign-in-providers", path: "/settings/sign-in" },
  { name: "sign-in-provider-new", path: "/settings/sign-in/new" },
  { name: "secrets", path: "/settings/secrets" },
  { name: "ai-tools", path: "/settings/ai/tools" },
  { name: "ai-tool", path: "/settings/ai/tools?tool=incident.update" },
  { name: "ai-policies", path: "/settings/ai/policies" },
  { name: "ai-policy-add", path: "/settings/ai/policies?add=tool:incident.create" },
  { name: "mcp", path: "/settings/ai/mcp" },
  { name: "audit", path: "/settings/audit" },
  { name: "audit-entry", path: `/settings/audit?entry=${things.auditId}` },
  { name: "installation", path: "/settings/installation" },
  { name: "not-found", path: "/no/such/page" },
]

describe.each([
  { width: 1440, height: 900, theme: "light" },
  { width: 1440, height: 900, theme: "dark" },
  { width: 390, height: 844, theme: "light" },
  { width: 390, height: 844, theme: "dark" },
] as const)("every page at $width px in the $theme theme", ({ width, height, theme }) => {
  const options = {
    viewport: { width, height },
    colorScheme: theme,
    ...(width < 640 ? { hasTouch: true, isMobile: true } : {}),
  }
  const variant = `${width}-${theme}`

  it("passes axe and fits the screen before signing in", { timeout: 120_000 }, async () => {
    const { page } = await browser.visit(options)
    const findings = await visitAll(page, PUBLIC, variant)
    expect(findings).toEqual([])
  })

  it("passes axe and fits the screen after signing in", { timeout: 600_000 }, async () => {
    const { page, context } = await browser.visit(options)
    await page.goto(`${url}/sign-in`)
    await signInOnPage(page, administrator.email, administrator.password)
    await page.waitForURL(`${url}/`)
    // Two tabs take every other page: while one waits for the server, the other is looked at.
    const tabs = [page, await context.newPage()]
    const share = (index: number) => SIGNED_IN.filter((_, place) => place % tabs.length === index)
    const findings = (await Promise.all(tabs.map((tab, index) => visitAll(tab, share(index), variant)))).flat()
    expect(findings).toEqual([])
  })
})

it("makes the picture of the README", { timeout: 60_000 }, async () => {
  const { page } = await browser.visit({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 })
  await page.goto(`${url}/sign-in?return=/catalog`)
  await signInOnPage(page, administrator.email, administrator.password)
  await page.waitForURL(`${url}/catalog`)
  await settle(page)
  const picture = await page.screenshot()
  expect(picture.length).toBeGreaterThan(10_000)
  // Pictures differ a little from machine to machine; the one in the repository changes only when asked for.
  if (process.env.UPDATE_IMAGES === "1")
    await page.screenshot({ path: fileURLToPath(new URL("../docs/images/catalog.png", import.meta.url)) })
})

interface Place {
  name: string
  path: string
  /** Brings the page into the state to look at. */
  prepare?: (page: Page) => Promise<void>
}

async function visitAll(page: Page, places: readonly Place[], variant: string): Promise<string[]> {
  const findings: string[] = []
  let loaded = false
  for (const { name, path, prepare } of places) {
    // As a click on a link does it: loading the whole app for each page would take most of the test's time.
    if (loaded) await page.evaluate((address) => history.pushState(null, "", address), path)
    else await page.goto(`${url}${path}`)
    // What was prepared, such as an open menu, must not stay for the next page.
    loaded = prepare === undefined
    await page.waitForFunction((address) => location.href.endsWith(address), path)
    await settle(page)
    await prepare?.(page)
    if (prepare) await settle(page)
    await page.screenshot({ path: `${folder}/${name}-${variant}.png`, fullPage: prepare === undefined })
    findings.push(...(await look(page)).map((finding) => `${name} ${variant}: ${finding}`))
  }
  return findings
}

async function press(page: Page, keys: string): Promise<void> {
  await page.keyboard.press(keys)
  await page.getByRole("dialog").waitFor()
}

async function openDialog(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click()
  await page.getByRole("dialog").waitFor()
}

async function typeIn(page: Page, text: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox").fill(text)
  await page.getByRole("option").first().waitFor()
}

/** A heading, and nothing that still loads. */
async function settle(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor({ state: "attached" })
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]") && document.fonts.status === "loaded")
}

async function look(page: Page): Promise<string[]> {
  // Once in the document axe stays: sending it again for every look costs more than looking. Legacy mode opens no page of
  // its own to gather what frames of other origins say, and there are none. Measured over six pages: 3.3 s instead of 22.
  const loaded = await page.evaluate(() => "axe" in window)
  const { violations } = await new AxeBuilder({ page, ...(loaded && { axeSource: ";" }) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze()
  const severe = violations.filter(({ impact }) => impact === "serious" || impact === "critical")
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return [
    ...severe.map(({ id, help, nodes }) => `${id}, ${help}: ${nodes.map((node) => node.html).join(" | ")}`),
    ...(overflow > 0 ? [`is ${overflow} px wider than the screen`] : []),
  ]
}
