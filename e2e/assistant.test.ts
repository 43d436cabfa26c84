import { signIn } from "@countersign/testing"
import type { Page } from "playwright-core"
import { describe, expect, it, vi } from "vitest"
import { COUNTING, hold, list, message, paste, spoken, startAssistant, thread } from "./assistant-product.ts"
import { sayTo, startProvider, write } from "./assistant-stage.ts"
import { signedInAs } from "./browser.ts"
import { inspect } from "./inspect.ts"
import { join } from "./product.ts"

const { url, ana, browser, seated, scripts, provider, connectGateway, connectAnother, begun, both, stored } =
  await startAssistant()
const paced = await startProvider(scripts, 12)

describe("without a model", () => {
  it("tells an administrator how to connect one and everybody else whom to ask, and the Rehearsal model is a click away", async () => {
    const ben = await join({ url, ana }, "Ben", "operator")
    const operator = signedInAs(await signIn(url, ben.email, ben.password), url)
    const theirs = await both("/assistant/new", operator)
    for (const page of theirs) await page.getByText("There is no model to talk to yet").waitFor()
    await theirs[0].getByText("Ask an administrator to connect one under Settings, AI connections.").waitFor()
    expect(await theirs[0].getByRole("button", { name: "Try the Rehearsal model" }).count()).toBe(0)
    await inspect("assistant-setup-operator", theirs)

    const pages = await both("/assistant/new")
    for (const page of pages) await page.getByRole("link", { name: "Connect an AI provider" }).waitFor()
    await inspect("assistant-setup", pages)
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
    await inspect("assistant-empty", pages)

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
    const rows = (page: Page) => thread(page).getByRole("button", { name: /Looked at (systems|an incident)/ })
    expect(await rows(pages[0]).allInnerTexts()).toEqual([
      expect.stringMatching(/^Looked at systems[\s\S]*done/),
      expect.stringMatching(/^Looked at an incident[\s\S]*sent back/),
    ])
    for (const page of pages)
      expect(
        await thread(page)
          .getByText(/listSystems|incident\.get/)
          .count(),
      ).toBe(0)
    await inspect("assistant-tool-rows", pages)

    for (const page of pages) {
      await page.getByRole("button", { name: "Thought about it" }).click()
      await page.getByText("They want the state of everything.").waitFor()
      await rows(page).first().click()
      await page.getByText("Asked with").waitFor()
      await page.getByText('"name": "Payments API"').waitFor()
    }
    await inspect("assistant-tool-rows-open", pages)
  })

  it("reads before it is there, waits, streams, and is stopped with what was said", async () => {
    const { id, path } = await begun("Stopped")
    const pages = await both("/assistant/new")
    const release = await Promise.all(pages.map((page) => hold(page, "**/api/v1/ai/getConversation*")))
    await Promise.all(pages.map((page) => page.goto(url + path)))
    for (const page of pages) await page.getByText("Reading the conversation").waitFor()
    await inspect("assistant-loading", pages)
    for (const letGo of release) letGo()

    const [desk] = pages
    provider.next({ keepAliveMs: 50, keepAliveAfter: 0 })
    await write(desk, "Count to 240")
    for (const page of pages) await page.getByText("Asking the model").waitFor()
    await inspect("assistant-waiting", pages)
    await desk.getByRole("button", { name: "Stop", exact: true }).click()
    for (const page of pages) await page.getByText("You stopped this answer.").waitFor()
    // The pressed button is gone: the keyboard goes on where the next message is written.
    await desk.locator("textarea:focus").waitFor()

    provider.next({ keepAliveMs: 50, keepAliveAfter: 80 })
    await write(desk, "Count to 240")
    for (const page of pages) await thread(page).getByText(/n77/).waitFor()
    await list(desk).getByText("is being answered").waitFor({ state: "attached" })
    await inspect("assistant-streaming", pages)
    const { closed } = provider.heard.at(-1) ?? {}
    await pages[1].getByRole("button", { name: "Stop", exact: true }).tap()
    for (const page of pages) await page.getByText("You stopped this answer.").nth(1).waitFor()
    expect(await closed, "the provider's socket was closed by us").toBe(true)
    await inspect("assistant-stopped", pages)

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
    await inspect("assistant-earlier", pages)
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
    await inspect("assistant-picture-unseen", pages)

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
    await inspect("assistant-picture", pages)
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
