import { type Session, signIn } from "@countersign/testing"
import type { Locator, Page } from "playwright-core"
import { describe, expect, it, vi } from "vitest"
import { card, expectAtEnd, isFocused, message, startAssistant, thread } from "./assistant-product.ts"
import { begin, write } from "./assistant-stage.ts"
import { signedInAs } from "./browser.ts"
import { inspect, PHONE } from "./inspect.ts"
import { expectOk, join } from "./product.ts"

const { url, ana, browser, seated, search, provider, connectGateway, begun, both, incidentTitles } =
  await startAssistant()
const ben = await benJoins()

describe("what the model asks for", () => {
  it("is signed on its card, which the model acknowledges", async () => {
    const { path } = await begun("Signed")
    const pages = await both(path)
    const [desk] = pages
    await write(desk, "Open an incident called Applied")
    for (const page of pages) {
      await card(page, "Applied").getByText("The assistant asks for Ana Kovač").waitFor()
      await thread(page).getByText("I proposed the incident.").waitFor()
    }
    await inspect("assistant-proposal", pages)
    await card(desk, "Applied")
      .getByRole("button", { name: /^Apply/ })
      .click()
    for (const page of pages) {
      await card(page, "Applied").getByText("Applied, signed by Ana Kovač").waitFor()
      await thread(page).getByText("It is done. I will keep an eye on it.").waitFor()
    }
    await inspect("assistant-proposal-applied", pages)
    expect(await incidentTitles()).toContain("Applied")
  })

  it("still waits in an earlier answer when the question is answered again, and the folded answer says so", async () => {
    const { path } = await begun("Answered again")
    const pages = await both(path)
    const [desk] = pages
    await write(desk, "Open an incident called Twice")
    for (const page of pages) await thread(page).getByText("I proposed the incident.").waitFor()

    await thread(desk).getByRole("button", { name: "Try again" }).press("Enter")

    const earlier = (page: Page) => thread(page).getByRole("button", { name: /^Earlier answer/ })
    for (const page of pages) {
      await earlier(page).getByText("A proposal in it waits for a signature").waitFor()
      await thread(page).getByRole("button", { name: "Try again" }).waitFor()
      await card(page, "Twice").waitFor()
      expect(await card(page, "Twice").count()).toBe(1)
    }
    await inspect("assistant-answered-again", pages)
    await desk.reload()
    // By the keyboard: the thread still scrolls to its end, and a button that moves takes no click.
    await earlier(desk).press("Enter")
    expect(await thread(desk).getByRole("article", { name: "You" }).count()).toBe(1)
    const folded = thread(desk).getByRole("article", { name: "Earlier answer" })
    await folded.getByText("I proposed the incident.").waitFor()
    const own = folded.getByRole("article", { name: 'Open the incident "Twice"' })
    await own.getByRole("button", { name: /^Decline/ }).waitFor()
    await inspect("assistant-answered-again-open", [desk])
  })

  it("is declined with a reason, which the model hears", async () => {
    const { path } = await begun("Declined")
    const pages = await both(path)
    await write(pages[0], "Open an incident called Refused")
    const own = card(pages[1], "Refused")
    await own.getByRole("button", { name: /^Decline/ }).tap()
    await own.getByRole("textbox", { name: "Why not" }).fill("It is one customer only.")
    await own.getByRole("button", { name: "Decline" }).tap()
    for (const page of pages) {
      await card(page, "Refused").getByText("Declined by Ana Kovač").waitFor()
      await thread(page).getByText("Understood: nothing was changed").waitFor()
    }
    expect(JSON.stringify(provider.heard.at(-1)?.body.messages)).toContain("It is one customer only.")
    for (const page of pages) await expectAtEnd(page)
    await inspect("assistant-proposal-declined", pages)
    expect(await incidentTitles()).not.toContain("Refused")
  })

  it("is changed on the plugin's own form before it is signed, and checked again", async () => {
    const { path } = await begun("Edited")
    const pages = await both(path)
    const [desk] = pages
    await write(desk, "Open an incident called Vague")
    await card(desk, "Vague").getByRole("button", { name: /^Edit/ }).click()
    await card(pages[1], "Vague").getByRole("button", { name: /^Edit/ }).tap()
    for (const page of pages) {
      await page.waitForURL(/\/incidents\/new\?proposal=/)
      await page.getByText("You are changing a proposal").waitFor()
      expect(await page.getByRole("textbox", { name: /^Title/ }).inputValue()).toBe("Vague")
      expect(await page.getByRole("textbox", { name: /^First update/ }).inputValue()).toBe("Answers take long.")
      await page.getByRole("button", { name: "Remove Search" }).waitFor()
      await page.getByRole("combobox", { name: /Systems/ }).waitFor()
    }
    await inspect("proposal-own-form", pages)
    await desk.getByRole("textbox", { name: /^Title/ }).fill("")
    await desk.getByRole("button", { name: "Propose the changed incident" }).click()
    await desk.getByText("A title is needed.").waitFor()
    await desk.getByRole("radio", { name: "Major" }).check({ force: true })
    await desk.getByRole("textbox", { name: /^Title/ }).fill("Precise")
    await desk.getByRole("button", { name: "Propose the changed incident" }).click()

    await desk.waitForURL(/\/signatures\//)
    await card(desk, "Precise").getByText("Ana Kovač edited an earlier proposal").waitFor()
    expect(await incidentTitles(), "it waits").not.toContain("Precise")
    await pages[1].getByRole("button", { name: "Leave it as it was" }).tap()
    for (const page of pages) await page.goto(url + path)
    for (const page of pages)
      await card(page, "Precise").getByText("This takes the place of an earlier proposal.").waitFor()
    await inspect("assistant-proposal-edited", pages)
    await card(desk, "Precise")
      .getByRole("button", { name: /^Apply/ })
      .click()
    await card(desk, "Precise").getByText("Applied, signed by Ana Kovač").waitFor()
    await thread(desk).getByText("It is done. I will keep an eye on it.").waitFor()
    expect(await incidentTitles()).toContain("Precise")
    expect(await incidentTitles()).not.toContain("Vague")
  })

  it("is changed in a dialog with the fields of forms, where the plugin has none of its own: in chat and in Signatures", async () => {
    const { path } = await begun("Edited in a dialog")
    const { page, context } = await browser.visit(seated)
    await page.goto(url + path)
    await write(page, "Put Search into the group")
    const asked = page.locator("article[data-status=proposed]")
    await asked.getByRole("button", { name: /^Edit/ }).click()
    const dialog = (on: Page) => on.getByRole("dialog", { name: "Change the proposal" })
    await dialog(page).getByRole("button", { name: "Remove Search" }).waitFor()
    await dialog(page).getByRole("combobox", { name: "Systems" }).waitFor()
    expect(await dialog(page).getByRole("textbox").count(), "no id to write").toBe(0)
    await inspect("assistant-proposal-edit", [page])
    await page.keyboard.press("Escape")

    const other = await context.newPage()
    await other.goto(`${url}/signatures`)
    await other.locator("article[data-status=proposed]").first().getByRole("button", { name: /^Edit/ }).click()
    await dialog(other).getByRole("combobox", { name: "Systems" }).fill("paym")
    await other.getByRole("option", { name: "Payments API" }).click()
    await dialog(other).getByRole("button", { name: "Propose this instead" }).click()
    await dialog(other).waitFor({ state: "detached" })

    const edited = page.locator("article[data-status=proposed]").filter({ hasText: "Payments API" })
    await edited.getByText("Ana Kovač edited an earlier proposal").waitFor()
    await edited.getByRole("button", { name: /^Decline/ }).click()
    await edited.getByRole("button", { name: "Decline" }).last().click()
    await thread(page).getByText("Understood: nothing was changed").waitFor()
  })

  it("says at once in the thread that it can no longer be signed, when what it is about moved", async () => {
    const { path } = await begun("Moved")
    const pages = await both(path)
    await write(pages[0], "Put Search into the group")
    for (const page of pages)
      await waitingCard(page)
        .getByRole("button", { name: /^Apply/ })
        .waitFor()
    const { items } = await expectOk(
      ana.call<{ items: { id: string; version: number; name: string }[] }>("catalog.listGroups", {}),
    )
    const { id, version } = items.find(({ name }) => name === "Customer facing")!
    await expectOk(ana.call("catalog.updateGroup", { groupId: id, version, description: "What customers see." }))
    for (const page of pages) {
      await waitingCard(page).getByText("This can no longer be signed").waitFor()
      expect(
        await waitingCard(page)
          .getByRole("button", { name: /^Apply/ })
          .count(),
      ).toBe(0)
    }
    await inspect("assistant-proposal-moved", pages)
    await pages[1].getByRole("button", { name: /^See what would change now/ }).tap()
    for (const page of pages)
      await waitingCard(page)
        .getByRole("button", { name: /^Apply/ })
        .waitFor()
  })

  it("happens by itself in auto mode, and is taken back by a card of its own", async () => {
    const { path } = await begun("Auto", { permissionMode: "auto" })
    const pages = await both(path)
    const [desk] = pages
    await desk.getByRole("button", { name: "Changes: Apply by itself" }).waitFor()
    await write(desk, "Put Search into the group")
    for (const page of pages) {
      await page.getByRole("button", { name: "Take out again" }).waitFor()
      await thread(page).getByText("Search is now in Customer facing.").waitFor()
      await thread(page).getByText("Applied by itself: ").waitFor()
      expect(await thread(page).getByText("signed by").count()).toBe(0)
    }
    await inspect("assistant-applied", pages)
    await desk.getByRole("button", { name: "Take out again" }).click()
    const undo = desk.locator("article[data-proposal]").last()
    await undo.getByText(/Ana Kovač asks to undo “.*Search.*”/).waitFor()
    await undo.getByRole("button", { name: /^Apply/ }).click()
    await undo.getByText("Applied, signed by Ana Kovač").waitFor()
    for (const page of pages) await thread(page).getByText("It is done. I will keep an eye on it.").waitFor()
    await inspect("assistant-undone", [desk])

    // Signed, and about the same: what the filter has to leave out.
    const rows = (words: string) => desk.getByRole("row").filter({ hasText: words })
    await desk.goto(`${url}/signatures?box=asked`)
    await rows("by Ana Kovač").first().waitFor()
    await desk.getByRole("combobox", { name: "State" }).selectOption({ label: "Applied by itself" })
    await rows("Search").getByText("nobody: by itself").waitFor()
    await expect.poll(() => rows("by Ana Kovač").count()).toBe(0)
    await desk.goto(`${url}/settings/audit`)
    await desk.getByRole("cell", { name: "Applied", exact: true }).first().waitFor()
    await desk.getByRole("combobox", { name: "Outcome" }).selectOption({ label: "applied by itself" })
    await expect.poll(() => desk.getByRole("cell", { name: "Applied", exact: true }).count()).toBe(0)
    await rows("Search").getByText("Applied by itself").waitFor()
  })

  it("tells somebody who may not decide about it whose words they were, without the switch; and such cards are counted", async () => {
    const group = await expectOk(ana.call<{ id: string }>("catalog.createGroup", { name: "Written by Ana" }))
    const { path } = await begin(ben, "Ben's", { connectionId: await connectGateway(), permissionMode: "auto" })
    const { page } = await browser.visit(signedInAs(ben, url))
    await page.goto(url + path)
    await write(page, "Look at the groups and put Search into one")
    await page.getByText("It waits only because the assistant had read what Ana Kovač wrote").waitFor()
    await page.getByText("An administrator can let such changes be applied by themselves.").waitFor()
    expect(await page.getByRole("button", { name: "Trust what colleagues wrote" }).count()).toBe(0)
    await inspect("assistant-waits-without-switch", [page])

    const { page: usage } = await browser.visit(seated)
    await usage.goto(`${url}/settings/ai/usage`)
    await usage.getByText(/^One change would have been applied by itself, had the assistant not read/).waitFor()
    await expectOk(ana.call("catalog.deleteGroup", { groupId: group.id }))
  })

  it("waits in auto mode once a colleague's words were read, and an administrator stops that where it happens", async () => {
    const group = await expectOk(ben.call<{ id: string }>("catalog.createGroup", { name: "Behind the scenes" }))
    const first = await begun("Colleague", { permissionMode: "auto" })
    const pages = await both(first.path)
    const [desk] = pages
    await write(desk, "Look at the groups and put Search into one")
    const waiting = desk.locator("article[data-proposal]")
    await waiting.getByText('It was asked after reading what Ben wrote ("Behind the scenes").').waitFor()
    await desk.getByRole("button", { name: "Changes: Apply by itself, asks now" }).waitFor()
    for (const page of pages)
      await page.getByText("It waits only because the assistant had read what Ben wrote").waitFor()
    await inspect("assistant-waits-on-colleague", pages)
    await desk.getByRole("button", { name: "Trust what colleagues wrote" }).click()
    await desk.getByText("From now on changes are applied by themselves after what colleagues wrote.").waitFor()
    await waiting.getByRole("button", { name: /^Decline/ }).click()
    await waiting.getByRole("button", { name: "Decline" }).last().click()
    await waiting.getByText("Declined by Ana Kovač").waitFor()

    const second = await begun("Trusted", { permissionMode: "auto" })
    const { page } = await browser.visit(seated)
    await page.goto(url + second.path)
    await write(page, "Look at the groups and put Search into one")
    await page.getByRole("button", { name: "Take out again" }).waitFor()
    const { version } = await expectOk(ana.call<{ version: number }>("ai.getSettings", {}))
    await expectOk(ana.call("ai.updateSettings", { version, trustColleagues: false }))
    await expectOk(ana.call("catalog.deleteGroup", { groupId: group.id }))
  })

  it("can be an answer to a question, pressed or typed", async () => {
    const { path } = await begun("Question")
    const pages = await both(path)
    await write(pages[0], "Something is slow")
    for (const page of pages) await page.getByRole("group", { name: "Which system do you mean?" }).waitFor()
    await inspect("assistant-question", pages)
    await pages[1].getByRole("button", { name: "Both of them" }).tap()
    for (const page of pages) {
      await thread(page).getByText("Then I look at that.").waitFor()
      await page.getByText("(your answer)").waitFor()
    }
    await inspect("assistant-question-answered", pages)
  })
})

async function benJoins(): Promise<Session> {
  const { email, password } = await join({ url, ana }, "Ben", "operator")
  return signIn(url, email, password)
}

function waitingCard(page: Page): Locator {
  return thread(page).locator("article[data-status=proposed]")
}

describe("the panel beside a page", () => {
  it("opens by the keyboard, knows the page and the thing, stays while one goes elsewhere, and is as large as one likes", async () => {
    await connectGateway()
    const place = `/catalog/systems/${search.id}`
    const { page } = await browser.visit(seated)
    await page.goto(url + place)
    await page.getByRole("heading", { level: 1, name: "Search" }).waitFor()
    await page.keyboard.press("ControlOrMeta+j")
    const panel = page.getByRole("complementary", { name: "Assistant" })
    await panel.getByRole("heading", { name: "What shall we look at?" }).waitFor()
    await vi.waitFor(async () => expect(await isFocused(message(page))).toBe(true), { timeout: 15_000 })
    await panel.getByText("About: Search").waitFor()
    await inspect("assistant-panel-empty", [page])

    const heard = provider.heard.length
    await write(page, "How are our systems?")
    await panel.getByRole("table").getByText("Payments API").waitFor()
    const asked = JSON.stringify(provider.heard.slice(heard).map(({ body }) => body.messages))
    expect(asked).toContain(`The operator is looking at ${place}. It shows catalog.system ${search.id}.`)
    await inspect("assistant-panel", [page])
    await panel.getByRole("button", { name: "Do not ask about Search" }).click()
    await panel.getByText("About: Search").waitFor({ state: "detached" })
    const dismissed = provider.heard.length
    await write(page, "Something is slow")
    await panel.getByRole("button", { name: "Both of them" }).waitFor()
    const latest = provider.heard[dismissed]?.body.messages as readonly unknown[]
    expect(JSON.stringify(latest.at(-1)), "what was dismissed is not told").not.toContain("The operator is looking at")

    await page.keyboard.press("Escape")
    await panel.waitFor({ state: "detached" })
    await page.keyboard.press("ControlOrMeta+j")
    await panel.getByRole("table").getByText("Payments API").waitFor()
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Incidents/ })
      .click()
    await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor()
    const before = provider.heard.length
    await write(page, "Open an incident called Docked")
    await panel
      .locator("article[data-proposal]")
      .getByRole("button", { name: /^Apply/ })
      .waitFor()
    expect(JSON.stringify(provider.heard[before]?.body.messages)).toContain("The operator is looking at /incidents.")
    await inspect("assistant-panel-proposal", [page])
    await panel.getByRole("link", { name: "Open at full size" }).click()
    await page.waitForURL(/\/assistant\/[0-9a-f-]{36}$/)
    await panel.waitFor({ state: "detached" })
    await card(page, "Docked").waitFor()
  })

  it("fills a phone's screen and gives it back", async () => {
    const { page } = await browser.visit({ ...seated, ...PHONE })
    await page.goto(`${url}/incidents`)
    await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor()
    await page.getByRole("button", { name: "Assistant", exact: true }).tap()
    const panel = page.getByRole("complementary", { name: "Assistant" })
    await panel.getByRole("button", { name: "What is wrong right now?" }).waitFor()
    await inspect("assistant-panel-empty", [page])
    await write(page, "Something is slow")
    await panel.getByRole("button", { name: "Both of them" }).waitFor()
    await inspect("assistant-panel", [page])
    await panel.getByRole("button", { name: "Close the assistant" }).tap()
    await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor()

    // Left open it is not in the way of the next page.
    await page.getByRole("button", { name: "Assistant", exact: true }).tap()
    await panel.getByRole("button", { name: "Close the assistant" }).waitFor()
    await page.reload()
    await page.getByRole("heading", { level: 1, name: "Incidents" }).waitFor()
    expect(await panel.count()).toBe(0)
  })
})
