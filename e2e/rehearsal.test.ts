import { type Session, signIn } from "@countersign/testing"
import type { BrowserContext, Locator, Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { signedInAs, signInOnPage, useBrowser } from "./browser.ts"
import { DESK, inspect, PHONE } from "./inspect.ts"
import { npmStart } from "./npm-start.ts"
import { expectOk, join } from "./product.ts"

const { url, setUpLink } = await npmStart()
const browser = useBrowser()
const ANA = { name: "Ana Kovač", email: "ana@example.test", password: "four unrelated words here" }
const WAITS = "The card above shows what would happen; nothing has changed yet."

/** Where the conversation is that the tests below go on with. */
let thread = ""

describe("the assistant on the first day, without any key", () => {
  it("is one click away from the set-up link: sample data, then the Rehearsal model", async () => {
    const { page, context } = await browser.visit()
    await page.goto(setUpLink)
    await page.getByLabel("Your name").fill(ANA.name)
    await page.getByLabel("Email").fill(ANA.email)
    await page.getByLabel("Password", { exact: true }).fill(ANA.password)
    await page.getByRole("button", { name: "Create the administrator" }).click()
    await page.getByRole("button", { name: "Add sample data" }).click()
    await page.getByRole("button", { name: "Remove sample data" }).waitFor()

    await page.getByRole("navigation", { name: "Workspaces" }).getByRole("link", { name: "Assistant" }).click()
    const lock = page.getByRole("region", { name: "Connect a model first" })
    await lock.getByText("no AI, but it plays a few requests through the real tools").waitFor()
    await lock.getByRole("link", { name: "Connect an AI provider" }).waitFor()
    await inspectFresh(context, "rehearsal-lock", "/assistant/new", "Connect a model first")

    await lock.getByRole("button", { name: "Try the Rehearsal model" }).click()
    await page.getByRole("textbox", { name: "Message" }).waitFor()
    const suggestions = page.getByRole("list", { name: "Suggestions" })
    for (const text of ["What is wrong right now?", "List the systems", "Open an incident about slow answers"])
      await suggestions.getByRole("button", { name: text }).waitFor()
    await inspectFresh(context, "rehearsal-suggestions", "/assistant/new", "What shall we look at?")
  })

  it("reads what is wrong and which systems there are, and shows what it looked at", async () => {
    const { page, context } = await signedIn("/assistant/new")
    await page.getByRole("button", { name: "What is wrong right now?" }).click()
    const wrong = answer(page)
    await wrong.getByText(/needs attention, the worst first: .*Sample: answers are slow/).waitFor()
    await wrong.getByText(/needs attention, the worst first: .*Product search/).waitFor()
    await atRest(page)
    thread = new URL(page.url()).pathname
    expect(thread).toMatch(/^\/assistant\/[0-9a-f-]{36}$/)

    await ask(page, "List the systems")
    await answer(page)
      .getByText(/first systems by name: .*Web shop/)
      .waitFor()
    const row = answer(page).getByRole("button", { name: /Looked at systems/ })
    await row.click()
    await answer(page).getByText("Asked with").waitFor()
    await inspectFresh(context, "rehearsal-reading", thread, /first systems by name/)
  })

  it("proposes an incident, which is signed on the card, happens, and is acknowledged by the model", async () => {
    const { page, context } = await signedIn(thread)
    await ask(page, "Open an incident about slow answers on Product search")
    await answer(page).getByText(WAITS).waitFor()
    const card = page.getByRole("article", { name: 'Open the incident "slow answers on Product search"' })
    await card.getByText("The assistant").waitFor()
    await atRest(page)
    expect(await incidentTitles()).not.toContain("slow answers on Product search")
    await inspectFresh(context, "rehearsal-proposal", thread, WAITS)

    await card.getByRole("button", { name: /^Apply/ }).click()
    await card.getByText(`Applied, signed by ${ANA.name}`).waitFor()
    await answer(page).getByText("Signed and done").waitFor()
    await atRest(page)
    expect(await incidentTitles()).toContain("slow answers on Product search")
    await inspectFresh(context, "rehearsal-applied", thread, /^Signed and done/)
  })

  it("acknowledges what was declined, with the reason in sight, and changes nothing", async () => {
    const { page, context } = await signedIn(thread)
    await ask(page, "Resolve the incident")
    await answer(page).getByText("It stays open until the card above is signed.").waitFor()
    const card = page.getByRole("article", { name: /^Resolve/ }).last()
    await card.getByRole("button", { name: /^Decline/ }).click()
    await card.getByRole("textbox", { name: "Why not" }).fill("The search is still slow.")
    await card.getByRole("button", { name: "Decline" }).click()

    await card.getByText(`Declined by ${ANA.name}`).waitFor()
    await answer(page).getByText("The search is still slow.").waitFor()
    await answer(page)
      .getByText(/nothing was changed/)
      .waitFor()
    await atRest(page)
    const { items } = await openIncidents()
    expect(items.map(({ title }) => title)).toContain("slow answers on Product search")
    await inspectFresh(context, "rehearsal-declined", thread, /nothing was changed/)
  })

  it("keeps a note that was signed and finds it again in another conversation", async () => {
    const { page } = await signedIn(thread)
    await ask(page, "Remember that releases go out on Tuesdays")
    await answer(page).getByText("Later conversations find it once the card above is signed.").waitFor()
    await page
      .locator("article[data-status=proposed]")
      .last()
      .getByRole("button", { name: /^Apply/ })
      .click()
    await answer(page).getByText("Signed and done").waitFor()

    await page.goto(`${url}/assistant/new`)
    await ask(page, "What do you remember about releases?")
    await answer(page).getByText("From the notes: releases go out on Tuesdays").waitFor()
  })

  it("asks a question that a press answers", async () => {
    const { page, context } = await signedIn(thread)
    await ask(page, "Ask me something")
    const question = page.getByRole("group", { name: "What shall we look at next?" }).last()
    await question.getByRole("button", { name: "List the systems" }).waitFor()
    await inspectFresh(context, "rehearsal-question", thread, "What shall we look at next?")

    await question.getByRole("button", { name: "List the systems" }).click()
    await question.getByText("(your answer)").waitFor()
    await answer(page)
      .getByText(/first systems by name/)
      .waitFor()
  })

  it("hears in the conversation what was signed on the Signatures page", async () => {
    const { page, context } = await signedIn(thread)
    await ask(page, "Add a system called Status page")
    await answer(page).getByText('"Status page" is added once the card above is signed.').waitFor()
    const other = await context.newPage()
    await other.goto(`${url}/signatures`)
    const card = other.getByRole("article", { name: /Status page/ })
    // Once a check has told of text from outside, nobody signs what they have not had open.
    await card.getByRole("button", { name: "Every field, as it is stored" }).click()
    await card.getByRole("button", { name: /^Apply/ }).click()

    await answer(page)
      .getByText(/^Signed and done: .*Status page/)
      .waitFor()
    await page
      .getByRole("article", { name: /Status page/ })
      .getByText(`Applied, signed by ${ANA.name}`)
      .waitFor()
  })

  it("follows what the panel is about, until that is taken away or another page is looked at", async () => {
    const ana = await anasSession()
    const { items: systems } = await expectOk(
      ana.call<{ items: { id: string; name: string }[] }>("catalog.listSystems", { text: "Web shop" }),
    )
    const { items: incidents } = await openIncidents()
    const [system, incident] = [systems[0]!, incidents[0]!]
    const { page } = await signedIn(`/catalog/systems/${system.id}`)
    await page.getByRole("heading", { level: 1, name: system.name }).waitFor()
    await page.keyboard.press("ControlOrMeta+j")
    const panel = page.getByRole("complementary", { name: "Assistant" })
    const said = panel.getByRole("article", { name: "Assistant" })
    await panel.getByText(`About: ${system.name}`).waitFor()
    await ask(page, "What is this?")
    await said.last().getByText(`You are looking at ${system.name}`).waitFor()
    await said
      .last()
      .getByRole("button", { name: `Looked at "${system.name}"` })
      .waitFor()
    await atRest(page)

    await panel.getByRole("button", { name: `Do not ask about ${system.name}` }).click()
    await panel.getByText(/^About: /).waitFor({ state: "detached" })
    await ask(page, "And what is this here?")
    await expect.poll(() => said.count()).toBe(2)
    await atRest(page)
    expect(await said.last().getByText("You are looking at").count()).toBe(0)

    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Incidents/ })
      .click()
    await page.getByRole("link", { name: incident.title }).first().click()
    await panel.getByText(`About: ${incident.title}`).waitFor()
    await ask(page, "What is this?")
    await said.last().getByText(`You are looking at ${incident.title}`).waitFor()
    await atRest(page)
  })

  it("leaves a trail: proposed, applied, every turn, and what the calls came to", async () => {
    const { page } = await signedIn("/settings/audit?action=incident.create")
    const rows = page.getByRole("table", { name: "Audit log" }).getByRole("row")
    for (const outcome of ["Proposed", "Applied"])
      await rows.filter({ hasText: "incident.create" }).filter({ hasText: outcome }).waitFor()
    await page.goto(`${url}/settings/audit?action=ai.chat.completed`)
    await rows.filter({ hasText: "ai.chat.completed" }).filter({ hasText: ANA.name }).first().waitFor()

    await page.goto(`${url}/settings/ai/usage`)
    const row = page.getByRole("table", { name: "Usage by model" }).getByRole("row", { name: /[Rr]ehearsal/ })
    await row.waitFor()
    expect(Number(/\d+/.exec((await row.getByRole("cell").nth(1).textContent()) ?? "")?.[0])).toBeGreaterThan(10)
  })
})

describe("a tool that takes two people", () => {
  it("cannot be signed by the one who asked in the chat; a colleague signs, and the model names them", async () => {
    const ana = await anasSession()
    await expectOk(ana.call("ai.setPolicy", { subject: "tool:incident.resolve", twoPerson: true }))
    const ben = await join({ url, ana }, "Ben", "operator")
    const { page, context } = await signedIn("/assistant/new")
    await ask(page, "Resolve the incident about Product search")
    await answer(page).getByText("It stays open until the card above is signed.").waitFor()
    const card = page.getByRole("article", { name: /^Resolve/ })
    await card.getByText("You asked for it, so somebody else has to sign").waitFor()
    expect(await card.getByRole("button", { name: /^Apply/ }).count()).toBe(0)
    await atRest(page)
    await inspectFresh(context, "rehearsal-two-people", new URL(page.url()).pathname, /somebody else has to sign/)

    const other = await browser.visit()
    await other.page.goto(`${url}/signatures`)
    await signInOnPage(other.page, ben.email, ben.password)
    await other.page
      .getByRole("article", { name: /^Resolve/ })
      .getByRole("button", { name: /^Apply/ })
      .click()

    await card.getByText("Applied, signed by Ben").waitFor()
    await answer(page)
      .getByText(/^Signed by Ben and done/)
      .waitFor()
    await atRest(page)
    const { items } = await openIncidents()
    expect(items.map(({ title }) => title)).not.toContain("slow answers on Product search")
  })
})

async function signedIn(path: string): Promise<{ page: Page; context: BrowserContext }> {
  const visitor = await browser.visit(signedInAs(await anasSession(), url))
  await visitor.page.goto(url + path)
  return visitor
}

/** Once the assistant listens, as a person would write it. */
async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text)
  await page.getByRole("button", { name: "Send", exact: true }).click()
  await page.getByRole("article", { name: "You" }).last().getByText(text).waitFor()
}

/** The latest thing the assistant said. */
function answer(page: Page): Locator {
  return page.getByRole("article", { name: "Assistant" }).last()
}

async function atRest(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send", exact: true }).waitFor()
}

async function incidentTitles(): Promise<string[]> {
  return (await openIncidents()).items.map(({ title }) => title)
}

async function openIncidents(): Promise<{ items: { title: string }[] }> {
  const ana = await anasSession()
  return expectOk(ana.call<{ items: { title: string }[] }>("incident.list", { state: "open" }))
}

let session: Promise<Session> | undefined

/** One for all tests: signing in each time would only cost password hashing. */
function anasSession(): Promise<Session> {
  session ??= signIn(url, ANA.email, ANA.password)
  return session
}

/** The same place for the same person, opened anew at a desk and on a phone. */
async function inspectFresh(context: BrowserContext, name: string, path: string, words: string | RegExp) {
  const storageState = await context.storageState()
  const visitors = await Promise.all([DESK, PHONE].map((screen) => browser.visit({ storageState, ...screen })))
  for (const { page } of visitors) {
    await page.goto(url + path)
    await page.getByText(words).filter({ visible: true }).last().waitFor()
    await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"))
  }
  await inspect(
    name,
    visitors.map(({ page }) => page),
  )
  for (const visitor of visitors) await visitor.context.close()
}
