import { signIn } from "@countersign/testing"
import type { BrowserContextOptions, Locator, Page } from "playwright-core"
import { describe, expect, it, vi } from "vitest"
import {
  type Beginning,
  type Begun,
  begin,
  PHONE,
  photograph,
  sayTo,
  signedInAs,
  startProvider,
  write,
} from "./assistant-stage.ts"
import { useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const { url, ana, startPod } = await startWithAdministrator()
const browser = useBrowser()

const search = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Search" }))
await expectOk(ana.call("catalog.createSystem", { name: "Payments API" }))
const group = await expectOk(ana.call<{ id: string }>("catalog.createGroup", { name: "Customer facing" }))

const COUNTING = Array.from({ length: 240 }, (_, at) => `n${at + 1}`).join(" ")
const REPORT = `Two systems are in the catalog, and both are **healthy**.

| System | Status | Since |
| --- | --- | --- |
| Payments API | healthy | Monday |
| Search | healthy | Monday |

1. Nothing is open, so there is nothing to do right now.
2. The last incident was resolved on Monday; see [the incidents](/incidents).

Run \`search-cli status\` on the host to see the same from inside.`

const SCRIPTS = [
  { match: "Write the title now", steps: [{ say: "Health of our systems" }] },
  { match: "poem[\\s\\S]*ON_TOPIC or OFF_TOPIC\\?", steps: [{ say: "OFF_TOPIC" }] },
  { match: "ON_TOPIC or OFF_TOPIC\\?", steps: [{ say: "ON_TOPIC" }] },
  { match: "\\[Decision\\]\\s*applied", steps: [{ say: "It is done. I will keep an eye on it." }] },
  { match: "\\[Decision\\]\\s*declined", steps: [{ say: "Understood: nothing was changed, and I leave it at that." }] },
  {
    match: "How are our systems",
    steps: [
      {
        think: "They want the state of everything. The catalog knows it, and open incidents would matter too.",
        say: "I look at the catalog and at what is open.",
        calls: [
          { name: "catalog_listSystems", arguments: { limit: 20 } },
          { name: "incident_get", arguments: { id: "not an id" } },
        ],
      },
      { say: REPORT },
    ],
  },
  {
    match: "Open an incident called (\\w+)",
    steps: [
      {
        calls: [
          {
            name: "incident_create",
            arguments: {
              title: "{{match.1}}",
              severity: "minor",
              systemIds: [search.id],
              message: "Answers take long.",
            },
          },
        ],
      },
      { say: "I proposed the incident. Look at the card and sign it if it is right." },
    ],
  },
  {
    match: "Put Search into the group",
    steps: [
      { calls: [{ name: "catalog_addSystemToGroup", arguments: { groupId: group.id, systemIds: [search.id] } }] },
      { say: "Search is now in Customer facing." },
    ],
  },
  {
    match: "Something is slow",
    steps: [
      {
        calls: [
          {
            name: "ai_askOperator",
            arguments: { question: "Which system do you mean?", options: ["Search", "Payments API", "Both of them"] },
          },
        ],
      },
    ],
  },
  {
    match: "Look at everything",
    steps: [
      { calls: ["a", "b", "c"].map((text) => ({ name: "catalog_listSystems", arguments: { text } })) },
      { say: "I could not look at everything this time." },
    ],
  },
  {
    match: "Think for long",
    steps: [
      {
        think: "Hm. ".repeat(6_000),
        say: "I look at the catalog first.",
        calls: [{ name: "catalog_listSystems", arguments: {} }],
      },
      { say: "Nobody can pay for this." },
    ],
  },
  { match: "Count", steps: [{ say: COUNTING }] },
  { match: "^(?:Search|Both of them)$", steps: [{ say: "Then I look at that." }] },
  { match: ".", steps: [{ say: "Here is what I found about that, in one sentence." }] },
]

const provider = await startProvider(SCRIPTS)
const paced = await startProvider(SCRIPTS, 12)
const seated = signedInAs(ana, url)
let gateway = ""

describe("without a model", () => {
  it("tells an administrator how to connect one and everybody else whom to ask, and the Rehearsal model is a click away", async () => {
    const ben = await join({ url, ana }, "Ben", "operator")
    const operator = signedInAs(await signIn(url, ben.email, ben.password), url)
    const theirs = await both("/assistant/new", operator)
    for (const page of theirs) await page.getByText("There is no model to talk to yet").waitFor()
    await theirs[0].getByText("Ask an administrator to connect one under Settings, AI connections.").waitFor()
    expect(await theirs[0].getByRole("button", { name: "Try the Rehearsal model" }).count()).toBe(0)
    await photograph("setup-operator", theirs)

    const pages = await both("/assistant/new")
    for (const page of pages) await page.getByRole("link", { name: "Connect an AI provider" }).waitFor()
    await photograph("setup", pages)
    const [desk] = pages
    await desk.getByRole("button", { name: "Try the Rehearsal model" }).click()
    await desk.getByRole("button", { name: /^Model: .*Rehearsal/ }).waitFor()
    await desk.getByRole("textbox", { name: "Message" }).waitFor()
  })
})

describe("a conversation", () => {
  it("begins with suggestions from what one may do, and takes its title from the model", async () => {
    await connectGateway()
    const pages = await both("/assistant/new")
    for (const page of pages) await page.getByRole("button", { name: "What is wrong right now?" }).waitFor()
    await pages[0].getByRole("heading", { name: "What shall we look at?" }).waitFor()
    await photograph("empty", pages)

    const [desk] = pages
    await write(desk, "How are our systems?")
    await desk.waitForURL(/assistant\/[0-9a-f-]{36}$/)
    await desk.getByRole("heading", { level: 1, name: "Health of our systems" }).waitFor()
    await list(desk)
      .getByRole("link", { name: /Health of our systems/ })
      .waitFor()
    await thread(desk).getByRole("table").waitFor()
  })

  it("shows what it thought and did in rows that open, and the answer as Markdown", async () => {
    const { path } = await begun("Rows")
    const pages = await both(path)
    await write(pages[0], "How are our systems?")
    for (const page of pages) {
      await thread(page).getByRole("table").getByText("Payments API").waitFor()
      await thread(page).getByRole("link", { name: "the incidents" }).waitFor()
    }
    const rows = (page: Page) => thread(page).getByRole("button", { name: /catalog\.listSystems|incident\.get/ })
    expect(await rows(pages[0]).allInnerTexts()).toEqual([
      expect.stringMatching(/limit 20[\s\S]*done/),
      expect.stringMatching(/id not an id[\s\S]*sent back/),
    ])
    await photograph("tool-rows", pages)

    for (const page of pages) {
      await page.getByRole("button", { name: "Thought about it" }).click()
      await page.getByText("They want the state of everything.").waitFor()
      await rows(page).first().click()
      await page.getByText("Asked with").waitFor()
      await page.getByText('"name": "Payments API"').waitFor()
    }
    await photograph("tool-rows-open", pages)
  })

  it("reads before it is there, waits, streams, and is stopped with what was said", async () => {
    const { id, path } = await begun("Stopped")
    const pages = await both("/assistant/new")
    const release = await Promise.all(pages.map((page) => hold(page, "**/api/v1/ai/getConversation*")))
    await Promise.all(pages.map((page) => page.goto(url + path)))
    for (const page of pages) await page.getByText("Reading the conversation").waitFor()
    await photograph("loading", pages)
    for (const letGo of release) letGo()

    const [desk] = pages
    provider.next({ keepAliveMs: 50, keepAliveAfter: 0 })
    await write(desk, "Count to 240")
    for (const page of pages) await page.getByText("Asking the model").waitFor()
    await photograph("waiting", pages)
    await desk.getByRole("button", { name: "Stop", exact: true }).click()
    for (const page of pages) await page.getByText("You stopped this answer.").waitFor()
    // The pressed button is gone: the keyboard goes on where the next message is written.
    await desk.locator("textarea:focus").waitFor()

    provider.next({ keepAliveMs: 50, keepAliveAfter: 80 })
    await write(desk, "Count to 240")
    for (const page of pages) await thread(page).getByText(/n77/).waitFor()
    await list(desk).getByText("is being answered").waitFor({ state: "attached" })
    await photograph("streaming", pages)
    const { closed } = provider.heard.at(-1) ?? {}
    await pages[1].getByRole("button", { name: "Stop", exact: true }).tap()
    for (const page of pages) await page.getByText("You stopped this answer.").nth(1).waitFor()
    expect(await closed, "the provider's socket was closed by us").toBe(true)
    await photograph("stopped", pages)

    await write(desk, "And now?")
    await thread(desk).getByText("Here is what I found about that").waitFor()
    expect((await stored(id)).at(-1)?.text).toContain("Here is what I found")
  })

  it("follows one turn in two tabs, and a reload in its middle doubles and loses nothing", async () => {
    const slow = await connectAnother("Slow gateway", paced.url)
    const { id, path } = await begun("Counted", { connectionId: slow })
    const { page, context } = await browser.visit(seated)
    const other = await context.newPage()
    for (const tab of [page, other]) await tab.goto(url + path)
    await write(page, "Count to 240")
    for (const tab of [page, other]) await thread(tab).getByText(/n20 /).waitFor()
    await page.reload()
    await thread(page).getByText(/n60 /).waitFor()
    expect(await spoken(page)).toMatch(/^n1 n2 n3 /)
    for (const tab of [page, other]) await thread(tab).getByText(/n240$/).waitFor({ timeout: 30_000 })

    const texts = [await spoken(page), await spoken(other), (await stored(id)).at(-1)?.text]
    expect(texts).toEqual([COUNTING, COUNTING, COUNTING])
  })

  it("keeps what was typed while one looks elsewhere, and brings a message back that was not taken", async () => {
    const { path } = await begun("Draft")
    const { page } = await browser.visit(seated)
    await page.goto(url + path)
    await message(page).fill("Half a thought")
    await page.goto(`${url}/incidents`)
    await page.goBack()
    await vi.waitFor(async () => expect(await message(page).inputValue()).toBe("Half a thought"), { timeout: 15_000 })

    await page.route("**/api/ai/chat", (route) => route.abort())
    await message(page).press("Enter")
    await page.getByRole("button", { name: "Try again" }).waitFor()
    expect(await message(page).inputValue()).toBe("Half a thought")
    await page.unroute("**/api/ai/chat")
    await page.getByRole("button", { name: "Try again" }).click()
    await thread(page).getByText("Here is what I found about that").waitFor()
    expect(await thread(page).getByText("Half a thought").count()).toBe(1)
  })

  it("shows earlier messages of a long one when asked, and how full the model's memory is", async () => {
    const { id, path } = await begun("Long")
    for (let turn = 1; turn <= 28; turn++) await sayTo(ana, url, id, `Question number ${turn} of many`)
    const pages = await both(path)
    for (const page of pages) {
      await thread(page).getByText("Question number 28 of many").waitFor()
      expect(await thread(page).getByText("Question number 1 of many").count()).toBe(0)
      await page.getByRole("button", { name: "Show earlier messages" }).scrollIntoViewIfNeeded()
      const meter = page.getByRole("meter", { name: "Memory of the model" })
      expect(await meter.getAttribute("aria-valuetext")).toMatch(/^[\d,]+ of 64,000 tokens of the model's memory/)
    }
    await photograph("earlier", pages)
    for (const page of pages) {
      await page.getByRole("button", { name: "Show earlier messages" }).click()
      await thread(page).getByText("Question number 1 of many", { exact: true }).waitFor()
      await thread(page).getByText("Question number 28 of many").waitFor()
      expect(await page.getByRole("button", { name: "Show earlier messages" }).count()).toBe(0)
    }
  })

  it("takes a pasted picture where the model sees, and says so where it does not", async () => {
    const { path } = await begun("Pictures")
    const pages = await both(path)
    for (const page of pages) await paste(page)
    for (const page of pages) await page.getByText("This model cannot look at pictures.").waitFor()
    await photograph("picture-unseen", pages)

    await pages[0].getByRole("button", { name: /^Model: qwen3-32b/ }).click()
    await pages[0]
      .getByRole("option", { name: /qwen3-vl/ })
      .first()
      .click()
    for (const page of pages) {
      await page.getByRole("button", { name: "Attach a picture" }).waitFor()
      await paste(page)
      await page.getByRole("img", { name: "Attachment 1" }).waitFor()
    }
    await photograph("picture", pages)
    await write(pages[0], "What do you see?")
    await thread(pages[0]).getByText("Here is what I found about that").waitFor()
    await thread(pages[0]).getByRole("img", { name: "Attached to the message" }).waitFor()
    expect(JSON.stringify(provider.heard.at(-1)?.body)).toContain("data:image/png;base64,")
    await pages[0].reload()
    const shown = thread(pages[0]).getByRole("img", { name: "Attached to the message" })
    await vi.waitFor(
      async () => expect(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(8),
      { timeout: 15_000 },
    )
  })
})

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
    await photograph("proposal", pages)
    await card(desk, "Applied")
      .getByRole("button", { name: /^Apply/ })
      .click()
    for (const page of pages) {
      await card(page, "Applied").getByText("Applied, signed by Ana Kovač").waitFor()
      await thread(page).getByText("It is done. I will keep an eye on it.").waitFor()
    }
    await photograph("proposal-applied", pages)
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
    await photograph("answered-again", pages)
    await desk.reload()
    await earlier(desk).click()
    expect(await thread(desk).getByRole("article", { name: "You" }).count()).toBe(1)
    const folded = thread(desk).getByRole("article", { name: "Earlier answer" })
    await folded.getByText("I proposed the incident.").waitFor()
    const own = folded.getByRole("article", { name: 'Open the incident "Twice"' })
    await own.getByRole("button", { name: /^Decline/ }).waitFor()
    await photograph("answered-again-open", [desk])
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
    await photograph("proposal-declined", pages)
    expect(await incidentTitles()).not.toContain("Refused")
  })

  it("is changed before it is signed, and checked again", async () => {
    const { path } = await begun("Edited")
    const pages = await both(path)
    const [desk] = pages
    await write(desk, "Open an incident called Vague")
    await card(desk, "Vague").getByRole("button", { name: /^Edit/ }).click()
    await card(pages[1], "Vague").getByRole("button", { name: /^Edit/ }).tap()
    const dialog = desk.getByRole("dialog", { name: "Change the proposal" })
    for (const page of pages) await page.getByRole("dialog").getByRole("combobox", { name: "Severity" }).waitFor()
    expect(await dialog.getByRole("textbox").count(), "fields to write in, of which none is an id").toBe(2)
    await photograph("proposal-edit", pages)
    await dialog.getByRole("textbox", { name: "Title" }).fill("")
    await dialog.getByRole("button", { name: "Propose this instead" }).click()
    await dialog.getByText(/"title": /).waitFor()
    await dialog.getByRole("combobox", { name: "Severity" }).selectOption({ label: "Major" })
    await dialog.getByRole("textbox", { name: "Title" }).fill("Precise")
    await dialog.getByRole("button", { name: "Propose this instead" }).click()

    await card(desk, "Precise").getByText("This takes the place of an earlier proposal.").waitFor()
    await card(desk, "Precise").getByText("Ana Kovač edited an earlier proposal").waitFor()
    await pages[1].keyboard.press("Escape")
    await card(pages[1], "Precise").waitFor()
    await photograph("proposal-edited", pages)
    await card(desk, "Precise")
      .getByRole("button", { name: /^Apply/ })
      .click()
    await card(desk, "Precise").getByText("Applied, signed by Ana Kovač").waitFor()
    await thread(desk).getByText("It is done. I will keep an eye on it.").waitFor()
    expect(await incidentTitles()).toContain("Precise")
    expect(await incidentTitles()).not.toContain("Vague")
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
    }
    await photograph("applied", pages)
    await desk.getByRole("button", { name: "Take out again" }).click()
    const undo = desk.locator("article[data-proposal]").last()
    await undo.getByText(/Ana Kovač asks to undo “.*Search.*”/).waitFor()
    await undo.getByRole("button", { name: /^Apply/ }).click()
    await undo.getByText("Applied, signed by Ana Kovač").waitFor()
    for (const page of pages) await thread(page).getByText("It is done. I will keep an eye on it.").waitFor()
    await photograph("undone", [desk])
  })

  it("can be an answer to a question, pressed or typed", async () => {
    const { path } = await begun("Question")
    const pages = await both(path)
    await write(pages[0], "Something is slow")
    for (const page of pages) await page.getByRole("group", { name: "Which system do you mean?" }).waitFor()
    await photograph("question", pages)
    await pages[1].getByRole("button", { name: "Both of them" }).tap()
    for (const page of pages) {
      await thread(page).getByText("Then I look at that.").waitFor()
      await page.getByText("(your answer)").waitFor()
    }
    await photograph("question-answered", pages)
  })
})

describe("trouble", () => {
  it("with the provider is told in our words, with the provider's own to copy", async () => {
    const { path } = await begun("Failed")
    const pages = await both(path)
    const [desk] = pages
    await desk.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: url })
    const words = "Incorrect API key provided. You can find yours at https://gateway.example/keys."
    provider.next({ status: 401, body: JSON.stringify({ error: { message: words, code: "invalid_api_key" } }) })
    await write(desk, "First")
    for (const page of pages) {
      await page.getByText("The model could not answer").waitFor()
      await page.getByText("did not accept the key of this connection").waitFor()
    }
    await desk.getByRole("button", { name: "Copy", exact: true }).click()
    await desk.getByRole("button", { name: "Copied" }).waitFor()
    expect(await desk.evaluate(() => navigator.clipboard.readText())).toContain(words)
    await photograph("failed", pages)

    provider.next({ status: 429, retryAfter: "30" })
    await write(desk, "Second")
    for (const page of pages) await page.getByText("Try again in 30 seconds.").waitFor()
    provider.next({ html: true })
    await write(desk, "Third")
    for (const page of pages) await page.getByText("A web page answered where").waitFor()
    await photograph("failed-again", pages)
    await write(desk, "Fourth")
    await thread(desk).getByText("Here is what I found about that").waitFor()
  })

  it("in the middle of an answer leaves what was said, marked as cut", async () => {
    const { path } = await begun("Cut")
    const pages = await both(path)
    provider.next({ endAfter: 40 })
    await write(pages[0], "Count to 240")
    for (const page of pages) {
      await page.getByText("The answer was cut off").waitFor()
      await thread(page).getByText(/n38/).waitFor()
    }
    await photograph("cut", pages)
    provider.next({ cutAfter: 40 })
    await write(pages[0], "Count to 240 again")
    for (const page of pages) await page.getByText("The answer was cut off").nth(1).waitFor()
  })

  it("is a provider that refuses, or a message that is none of the assistant's business", async () => {
    const refused = await begun("Refused")
    const pages = await both(refused.path)
    const error = { message: "The prompt was flagged by the content management policy.", code: "content_filter" }
    provider.next({ status: 400, body: JSON.stringify({ error }) })
    await write(pages[0], "Something unseemly")
    for (const page of pages) await page.getByText("The provider declined to answer").waitFor()
    await photograph("refused", pages)

    const strict = await connectAnother("Strict gateway", provider.url, { disableTopicalClassifier: false })
    const { path } = await begun("Poem", { connectionId: strict })
    await Promise.all(pages.map((page) => page.goto(url + path)))
    await write(pages[0], "Write a poem about the sea")
    for (const page of pages) {
      await thread(page).getByText("Not a question for this assistant").waitFor()
      await thread(page).getByText("That is outside of what I can help with here.").waitFor()
    }
    await photograph("off-topic", pages)
  })

  it("is a provider that cannot be reached", async () => {
    const down = await connectAnother("Nobody", "http://127.0.0.1:1")
    const { path } = await begun("Down", { connectionId: down })
    const pages = await both(path)
    await write(pages[0], "Anybody there?")
    for (const page of pages) await page.getByText("could not be reached. Check the base URL").waitFor()
    await photograph("provider-down", pages)
  })

  it("is a spend cap: before the message is taken, and between two steps", async () => {
    const capped = await connectAnother("Capped gateway", provider.url, {
      spendCap: { tokenBudget: 1_000, windowMinutes: 60, per: "principal" },
    })
    const { path } = await begun("Capped", { connectionId: capped })
    const pages = await both(path)
    for (const page of pages) {
      await write(page, "How are our systems?")
      await page.getByText(/Ana Kovač's share of the spend cap of the connection "Capped gateway"/).waitFor()
      expect(await message(page).inputValue()).toBe("How are our systems?")
    }
    await photograph("over-spend", pages)

    // Room for one call and not for the next, after all that the first one wrote.
    const refusal = (await pages[0].getByText(/This call may take [\d,]+ tokens/).textContent()) ?? ""
    const oneCall = Number(/take ([\d,]+) tokens/.exec(refusal)?.[1]?.replaceAll(",", ""))
    const tight = await connectAnother("Tight gateway", provider.url, {
      spendCap: { tokenBudget: oneCall + 2_000, windowMinutes: 60, per: "connection" },
    })
    const between = await begun("Tight", { connectionId: tight })
    await Promise.all(pages.map((page) => page.goto(url + between.path)))
    await write(pages[0], "Think for long")
    for (const page of pages) {
      await page.getByText("The budget for the assistant is used up").waitFor()
      await thread(page).getByText("I look at the catalog first.").waitFor()
    }
    await photograph("over-spend-between", pages)
  })

  it("is a budget of calls, which the model hears and the operator reads", async () => {
    const { path } = await begun("Budget")
    const pages = await both(path)
    const before = await expectOk(ana.call<{ callsPerMinute: number; version: number }>("ai.getSettings"))
    const low = await expectOk(
      ana.call<{ version: number }>("ai.updateSettings", { version: before.version, callsPerMinute: 1 }),
    )
    await write(pages[0], "Look at everything")
    for (const page of pages) await page.getByText("Too many calls of tools").waitFor()
    await expectOk(ana.call("ai.updateSettings", { version: low.version, callsPerMinute: before.callsPerMinute }))
    await thread(pages[0]).getByText("I could not look at everything this time.").waitFor()
    await photograph("over-budget", pages)
  })

  it("is a server that dies in the middle of an answer: another closes it, and the conversation goes on", async () => {
    const pod = await startPod()
    const { id, path } = await begun("Interrupted")
    const pages = await both(path)
    provider.next({ keepAliveMs: 50, keepAliveAfter: 40 })
    const cut = sayTo(ana, pod.url, id, "Count to 240").catch(() => "")
    for (const page of pages) await thread(page).getByText(/n37/).waitFor()
    await pod.kill()
    await cut
    for (const page of pages) {
      await page.getByText("The answer was interrupted").waitFor({ timeout: 30_000 })
      await thread(page).getByText(/n37/).waitFor()
    }
    await photograph("interrupted", pages)
    await write(pages[0], "Go on")
    await thread(pages[0]).getByText("Here is what I found about that").waitFor()
  })

  it("is a model that is no longer on offer: another is chosen and goes on", async () => {
    const gone = await connectAnother("Old gateway", provider.url)
    const { id, path } = await begun("Orphan", { connectionId: gone })
    await sayTo(ana, url, id, "Hello")
    const { version } = await expectOk(ana.call<{ version: number }>("ai.getConnection", { id: gone }))
    await expectOk(ana.call("ai.deleteConnection", { id: gone, version }))
    const pages = await both(path)
    for (const page of pages) await page.getByText("Choose a model to go on").waitFor()
    await photograph("choose-model", pages)
    await pages[0].getByRole("button", { name: "Choose a model" }).click()
    await pages[0]
      .getByRole("option", { name: /qwen3-32b/ })
      .first()
      .click()
    for (const page of pages) await message(page).waitFor()
    await write(pages[0], "Go on")
    await thread(pages[0]).getByText("Here is what I found about that").nth(1).waitFor()
  })

  it("is a conversation that is not there", async () => {
    const pages = await both("/assistant/00000000-0000-4000-8000-000000000000")
    for (const page of pages) await page.getByText("This conversation cannot be shown").waitFor()
    await photograph("not-found", pages)
  })
})

describe("the list", () => {
  it("finds, renames, puts away, takes back, and deletes for good where that is allowed", async () => {
    const { id, path } = await begun("Groceries")
    await sayTo(ana, url, id, "Is the kumquat service up?")
    const pages = await both(path)
    const [desk] = pages
    const find = desk.getByRole("searchbox", { name: "Search conversations" })
    await find.fill("kumquat")
    await vi.waitFor(async () => expect(await list(desk).getByRole("link").count()).toBe(1), { timeout: 15_000 })
    await find.fill("nothing like it")
    await desk.getByText("No conversation has these words").waitFor()
    await photograph("none-found", [desk])
    await find.fill("")

    await act(desk, "Groceries", "Rename")
    const dialog = desk.getByRole("dialog", { name: "Rename the conversation" })
    await dialog.getByRole("textbox", { name: "Title" }).fill("Kumquats")
    await dialog.getByRole("button", { name: "Rename" }).click()
    await desk.getByRole("heading", { level: 1, name: "Kumquats" }).waitFor()

    await act(desk, "Kumquats", "Delete")
    await desk.waitForURL(`${url}/assistant`)
    await desk.getByText("“Kumquats” was moved to the archive.").waitFor()
    await desk.getByRole("button", { name: "Undo" }).click()
    await list(desk)
      .getByRole("link", { name: /Kumquats/ })
      .waitFor()
    await act(desk, "Kumquats", "Delete")
    await desk.getByRole("link", { name: /Kumquats/ }).waitFor({ state: "detached" })
    await desk.getByRole("button", { name: "Show archived ones" }).click()
    await desk
      .getByRole("list", { name: "Archived conversations" })
      .getByRole("link", { name: /Kumquats/ })
      .click()
    await desk.waitForURL(url + path)
    await photograph("archived", [desk])
    await act(desk, "Kumquats", "Take back")
    await desk.getByText("Nothing was put away.").waitFor()
    await desk.getByRole("button", { name: "Back to the current ones" }).click()

    const [, phone] = pages
    await phone.goto(`${url}/assistant`)
    await list(phone)
      .getByRole("link", { name: /Kumquats/ })
      .waitFor()
    await photograph("list", [phone])
    await phone.getByRole("button", { name: "Actions for Kumquats" }).tap()
    await phone.getByRole("menuitem", { name: "Delete" }).tap()
    await phone.getByRole("link", { name: /Kumquats/ }).waitFor({ state: "detached" })
    await phone.getByRole("button", { name: "Show archived ones" }).tap()
    await phone.getByRole("button", { name: "Actions for Kumquats" }).tap()
    expect(await phone.getByRole("menuitem").allTextContents()).toEqual(["Rename", "Take back"])
    await phone.keyboard.press("Escape")
    const { version } = await expectOk(ana.call<{ version: number }>("ai.getSettings"))
    await expectOk(ana.call("ai.updateSettings", { ownersMayDelete: true, version }))
    await phone.reload()
    await phone.getByRole("button", { name: "Show archived ones" }).tap()
    await phone.getByRole("button", { name: "Actions for Kumquats" }).tap()
    await phone.getByRole("menuitem", { name: "Delete for good" }).tap()
    await phone.getByText("Everything that was said in it is gone for good.").waitFor()
    await phone.getByRole("button", { name: "Delete for good" }).tap()
    await phone.getByText("Nothing was put away.").waitFor()
  })
})

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
    await photograph("panel-empty", [page])

    const heard = provider.heard.length
    await write(page, "How are our systems?")
    await panel.getByRole("table").getByText("Payments API").waitFor()
    const asked = JSON.stringify(provider.heard.slice(heard).map(({ body }) => body.messages))
    expect(asked).toContain(`The operator is looking at ${place}. It shows catalog.system ${search.id}.`)
    await photograph("panel", [page])
    await panel.getByRole("button", { name: "Try again" }).click()
    await panel.getByRole("button", { name: "Earlier answer" }).waitFor()
    await panel.getByRole("button", { name: "Try again" }).waitFor()

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
    await photograph("panel-proposal", [page])
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
    await photograph("panel-empty", [page])
    await write(page, "Something is slow")
    await panel.getByRole("button", { name: "Both of them" }).waitFor()
    await photograph("panel", [page])
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

it("opens the dialog for a new policy", async () => {
  const { page } = await browser.visit(seated)
  await page.goto(`${url}/settings/ai/policies`)
  await page.getByRole("button", { name: "Add a policy" }).click()
  await page.getByRole("dialog", { name: "Add a policy" }).getByRole("button", { name: "Save policy" }).waitFor()
})

/** What was said last is in sight, and nothing offers the way to it. */
async function expectAtEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const box = document.querySelector("#main section[tabindex='0']")
    return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight < 2
  })
  expect(await page.getByRole("button", { name: /^(New text below|To the end)$/ }).count()).toBe(0)
}

async function connect(label: string, base: string, more: object = {}): Promise<string> {
  const { id } = await expectOk(
    ana.call<{ id: string }>("ai.createConnection", {
      driver: "openai-compatible",
      label,
      baseUrl: `${base}/v1`,
      apiKey: "a-key-of-the-gateway",
      defaultModel: "qwen3-32b",
      availableModels: ["qwen3-32b", "qwen3-vl-32b"],
      contextWindowTokens: 64_000,
      disableTopicalClassifier: true,
      ...more,
    }),
  )
  return id
}

/** Beside the gateway, which stays what conversations begin with. */
async function connectAnother(label: string, base: string, more: object = {}): Promise<string> {
  await connectGateway()
  return connect(label, base, more)
}

async function begun(title: string, choice: Partial<Beginning> = {}): Promise<Begun> {
  return begin(ana, title, { connectionId: await connectGateway(), ...choice })
}

/** Once, and not before the tests of a product without any. */
async function connectGateway(): Promise<string> {
  gateway ||= await connect("Gateway", provider.url)
  return gateway
}

/** The same place at a desk and on a phone. */
async function both(path: string, who: BrowserContextOptions = seated): Promise<[desk: Page, phone: Page]> {
  const [desk, phone] = await Promise.all([browser.visit(who), browser.visit({ ...who, ...PHONE })])
  await Promise.all([desk, phone].map(({ page }) => page.goto(url + path)))
  return [desk.page, phone.page]
}

function thread(page: Page): Locator {
  return page.locator("#main section[tabindex]")
}

function list(page: Page): Locator {
  return page.getByRole("list", { name: "Conversations", exact: true })
}

function message(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message" })
}

function card(page: Page, title: string): Locator {
  return page.getByRole("article", { name: `Open the incident "${title}"` })
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await list(page)
    .or(page.getByRole("list", { name: "Archived conversations" }))
    .getByRole("link", { name })
    .hover()
  await page.getByRole("button", { name: `Actions for ${name}` }).click()
  await page.getByRole("menuitem", { name: action }).click()
}

/** What the page shows of the latest answer. */
function spoken(page: Page): Promise<string | null> {
  return page.getByRole("article", { name: "Assistant" }).last().locator("p").first().textContent()
}

async function stored(id: string): Promise<{ text: string }[]> {
  const { messages } = await expectOk(
    ana.call<{ messages: { blocks: { type: string; text?: string }[] }[] }>("ai.getConversation", { id }),
  )
  return messages.map(({ blocks }) => ({ text: blocks.map(({ text = "" }) => text).join("") }))
}

/** Answers of this address wait until they are let go. */
async function hold(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    await gone
    await route.continue()
  })
  return letGo
}

/** As the clipboard hands a screenshot over. */
async function paste(page: Page): Promise<void> {
  await message(page).evaluate(async (area) => {
    const canvas = document.createElement("canvas")
    canvas.width = 8
    canvas.height = 8
    canvas.getContext("2d")?.fillRect(0, 0, 8, 8)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"))
    const clipboardData = new DataTransfer()
    if (blob) clipboardData.items.add(new File([blob], "screenshot.png", { type: "image/png" }))
    area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }))
  })
}

function isFocused(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element === document.activeElement)
}

async function incidentTitles(): Promise<string[]> {
  const { items } = await expectOk(ana.call<{ items: { title: string }[] }>("incident.list", {}))
  return items.map(({ title }) => title)
}
