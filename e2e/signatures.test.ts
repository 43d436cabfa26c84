import type { Page } from "playwright-core"
import { expect, it, vi } from "vitest"
import { signInOnPage, useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const { url, ana, administrator } = await startWithAdministrator()
const browser = useBrowser()
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const { key } = await expectOk(
  ana.call<{ key: string }>("platform.createApplication", { name: "Deploy script", roles: ["operator"] }),
)

const system = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Search" }))
const opening = (title: string) => ({ title, severity: "minor", message: "Somebody wrote in.", systemIds: [system.id] })

it("rises in the badge, is signed on its card and happens", async () => {
  const { page } = await signedIn("/incidents")
  await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor()

  await propose("incident.create", opening("Search is slow"))
  await page.getByRole("link", { name: /1 proposal waits for you/ }).waitFor()
  await page.keyboard.press("g")
  await page.keyboard.press("s")

  const card = page.getByRole("article", { name: 'Open the incident "Search is slow"' })
  await card.getByText("Deploy script asks over the API").waitFor()
  await card.getByRole("button", { name: /^Apply/ }).click()
  await card.getByText(`Applied, signed by ${administrator.name}`).waitFor()
  expect(await incidentTitles()).toContain("Search is slow")
  await page.getByRole("link", { name: /wait for you/ }).waitFor({ state: "detached" })
})

it("is declined with a reason from a phone, reached by its link through signing in", async () => {
  const { proposalId } = await propose("incident.create", opening("Never opened"))
  const { page } = await signedIn(`/signatures/${proposalId}`, PHONE)
  const card = page.getByRole("article", { name: 'Open the incident "Never opened"' })

  await card.getByRole("button", { name: /^Decline/ }).tap()
  await card.getByRole("textbox", { name: "Why not" }).fill("Support says it is one customer.")
  await card.getByRole("button", { name: "Decline" }).tap()

  await card.getByText(`Declined by ${administrator.name}`).waitFor()
  const told = await asApplication<{ status: string; decisionNote: string }>("ai.describeProposal", { proposalId })
  expect(told).toMatchObject({ status: "declined", decisionNote: "Support says it is one customer." })
  expect(await incidentTitles()).not.toContain("Never opened")
})

it("says at once that it can no longer be signed when somebody was faster, shows what moved and asks again", async () => {
  const incident = await openIncident("Prices are stale")
  const { proposalId } = await propose("incident.update", { id: incident.id, title: "Prices are an hour old" })
  const { page } = await signedIn(`/signatures/${proposalId}`)
  await page.getByRole("button", { name: /^Apply/ }).waitFor()
  await expectOk(
    ana.call("incident.update", { id: incident.id, version: incident.version, title: "Prices are very stale" }),
  )

  await page.getByText("This can no longer be signed").waitFor()
  expect(await page.getByRole("button", { name: /^Apply/ }).count()).toBe(0)
  await page.getByRole("button", { name: /^See what would change now/ }).click()

  const moved = page.getByRole("table", { name: "What moved since the earlier proposal" })
  await moved.getByText("very").waitFor()
  expect(page.url()).not.toContain(proposalId)
  await page.getByRole("button", { name: /^Apply/ }).click()
  await page.getByText(`Applied, signed by ${administrator.name}`).waitFor()
  expect(await incidentTitles()).toContain("Prices are an hour old")
})

it("takes a second tap, on what it destroys, to destroy something from a phone", async () => {
  const incident = await openIncident("Opened by mistake")
  const { proposalId } = await propose("incident.delete", { id: incident.id })
  const { page } = await signedIn(`/signatures/${proposalId}`, PHONE)

  await page.getByRole("button", { name: /^Apply/ }).tap()
  expect(await incidentTitles()).toContain("Opened by mistake")
  await page.getByRole("button", { name: 'Delete the incident "Opened by mistake"', exact: true }).tap()

  await page.getByText(`Applied, signed by ${administrator.name}`).waitFor()
  expect(await incidentTitles()).not.toContain("Opened by mistake")
})

it("lets nobody sign what they asked for under the two-person rule, and tells the asker when another did", async () => {
  const { page } = await signedIn("/settings/ai/tools?tool=incident.resolve")
  await page.getByRole("link", { name: "Set a policy" }).click()
  await page.getByRole("dialog", { name: "Add a policy" }).getByRole("button", { name: "Save policy" }).click()
  await page
    .getByRole("row", { name: /incident\.resolve/ })
    .getByText("Two people")
    .waitFor()
  const incident = await openIncident("Two must agree")
  const asked = ana.call<{ proposalId: string }>("ai.proposeTool", {
    toolName: "incident.resolve",
    input: { id: incident.id, note: "Over." },
  })
  const { proposalId } = await expectOk(asked)
  await page.goto(`${url}/signatures/${proposalId}`)
  await page.getByText("You asked for it, so somebody else has to sign").waitFor()
  expect(await page.getByRole("button", { name: /^Apply/ }).count()).toBe(0)

  const ben = await join({ url, ana }, "Ben", "operator")
  const other = await browser.visit()
  await other.page.goto(`${url}/signatures`)
  await signInOnPage(other.page, ben.email, ben.password)
  const card = other.page.getByRole("article", { name: /Two must agree/ })
  await card.getByRole("button", { name: /^Apply/ }).click()

  await page.getByText("Applied, signed by Ben").waitFor()
})

it("keeps a card that somebody else answered in sight and says what happened", async () => {
  const { page } = await signedIn("/signatures")
  const { proposalId } = await propose("incident.create", opening("Answered elsewhere"))
  const card = page.getByRole("article", { name: 'Open the incident "Answered elsewhere"' })
  await card.getByRole("button", { name: /^Apply/ }).waitFor()

  await expectOk(ana.call("ai.signProposal", { proposalId, kind: "decline", reason: "Known already." }))

  await card.getByText("Known already.").waitFor()
})

it("lets an app be added by hand, warns before it may confirm itself, and switches all of them off", async () => {
  const { page } = await signedIn("/settings/ai/mcp")
  await page.getByRole("button", { name: "Add an app by hand" }).click()
  await page.getByRole("textbox", { name: "Name" }).fill("Night script")
  await page.getByRole("textbox", { name: "Redirect addresses" }).fill("http://127.0.0.1/callback")
  await page.getByRole("button", { name: "Add app" }).click()
  await page.getByRole("button", { name: "Done" }).click()

  await page.getByRole("button", { name: "Actions for Night script" }).click()
  await page.getByRole("menuitem", { name: "Who confirms its changes" }).click()
  await page.getByRole("radio", { name: /The app itself/ }).check()
  await page.getByText("Nobody here will look before it changes something").waitFor()
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page
    .getByRole("row", { name: /Night script/ })
    .getByText("confirms itself")
    .waitFor()

  await page.getByRole("switch", { name: "Let apps use the tools" }).click()
  await page.getByRole("heading", { name: "Connect an app" }).waitFor({ state: "detached" })
})

it("raises a notice in a hidden page once that was asked for, and the notice leads to the card", async () => {
  const { page, context } = await browser.visit()
  await context.grantPermissions(["notifications"], { origin: url })
  await page.addInitScript(watchNotices)
  await goSignedIn(page, "/signatures")
  await page.getByRole("button", { name: "Reminders" }).click()
  await page.getByRole("switch", { name: "Tell me in this browser" }).click()
  const first = ["Countersign tells you here"]
  await vi.waitFor(async () => expect(await raised(page)).toEqual(first), { timeout: 10_000 })
  await page.getByRole("button", { name: "Close" }).last().click()
  await page.getByRole("dialog").waitFor({ state: "detached" })

  // The notifier asks for the newest 20 by itself; only when it has seen this one is it old news to it.
  const noted = Promise.withResolvers<void>()
  await page.route(/listProposals/, async (route) => {
    const answer = await route.fetch()
    const body = await answer.text()
    await route.fulfill({ response: answer, body })
    const asked = `${route.request().url()} ${route.request().postData() ?? ""}`
    if (/limit\D{1,6}20\b/.test(asked) && body.includes("Seen while looking")) noted.resolve()
  })
  await propose("incident.create", opening("Seen while looking"))
  await noted.promise
  await page.unrouteAll({ behavior: "wait" })
  await page.getByRole("article", { name: 'Open the incident "Seen while looking"' }).waitFor()
  await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true }))
  const { proposalId } = await propose("incident.create", opening("Unseen"))

  const titles = ["Countersign tells you here", 'Open the incident "Unseen"']
  await vi.waitFor(async () => expect(await raised(page)).toEqual(titles), { timeout: 10_000 })
  await page.evaluate(() => (globalThis as unknown as Watched).notices.at(-1)?.onclick?.())
  await page.waitForURL(`${url}/signatures/${proposalId}`)
})

interface Watched {
  notices: { title: string; onclick?: () => void }[]
}

/** The browser's own notices cannot be seen or clicked by a test. */
function watchNotices(): void {
  const watched = globalThis as unknown as Watched
  watched.notices = []
  class Notice {
    static permission = "granted"
    static requestPermission = async () => "granted"
    onclick?: () => void
    title: string
    constructor(title: string) {
      this.title = title
      watched.notices.push(this)
    }
    close() {}
  }
  Object.assign(globalThis, { Notification: Notice })
}

function raised(page: Page): Promise<string[]> {
  return page.evaluate(() => (globalThis as unknown as Watched).notices.map(({ title }) => title))
}

async function signedIn(path: string, options: object = {}) {
  const visitor = await browser.visit(options)
  await goSignedIn(visitor.page, path)
  return visitor
}

async function goSignedIn(page: Page, path: string): Promise<void> {
  await page.goto(url + path)
  await signInOnPage(page, administrator.email, administrator.password)
  await page.waitForURL(url + path)
}

function propose(toolName: string, input: object): Promise<{ proposalId: string }> {
  return asApplication("ai.proposeTool", { toolName, input })
}

async function asApplication<T>(verb: string, input: object): Promise<T> {
  const response = await fetch(`${url}/api/v1/${verb.replace(".", "/")}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(input),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`Answered ${response.status}: ${JSON.stringify(body)}`)
  return body as T
}

function openIncident(title: string): Promise<{ id: string; version: number }> {
  return expectOk(ana.call("incident.create", opening(title)))
}

async function incidentTitles(): Promise<string[]> {
  const { items } = await expectOk(ana.call<{ items: { title: string }[] }>("incident.list", {}))
  return items.map(({ title }) => title)
}
