import { describe, expect, it } from "vitest"
import { act, list, message, startAssistant, thread } from "./assistant-product.ts"
import { sayTo, write } from "./assistant-stage.ts"
import { inspect } from "./inspect.ts"
import { expectOk } from "./product.ts"

const { url, ana, startPod, browser, seated, provider, connectAnother, begun, both } = await startAssistant()

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
    await inspect("assistant-failed", pages)

    provider.next({ status: 429, retryAfter: "30" })
    await write(desk, "Second")
    for (const page of pages) await page.getByText("Try again in 30 seconds.").waitFor()
    provider.next({ html: true })
    await write(desk, "Third")
    for (const page of pages) await page.getByText("A web page answered where").waitFor()
    await inspect("assistant-failed-again", pages)
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
    await inspect("assistant-cut", pages)
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
    await inspect("assistant-refused", pages)

    const strict = await connectAnother("Strict gateway", provider.url, { disableTopicalClassifier: false })
    const { path } = await begun("Poem", { connectionId: strict })
    await Promise.all(pages.map((page) => page.goto(url + path)))
    await write(pages[0], "Write a poem about the sea")
    for (const page of pages) {
      await thread(page).getByText("Not a question for this assistant").waitFor()
      await thread(page).getByText("That is outside of what I can help with here.").waitFor()
    }
    await inspect("assistant-off-topic", pages)
  })

  it("is a provider that cannot be reached", async () => {
    const down = await connectAnother("Nobody", "http://127.0.0.1:1")
    const { path } = await begun("Down", { connectionId: down })
    const pages = await both(path)
    await write(pages[0], "Anybody there?")
    for (const page of pages) await page.getByText("could not be reached. Check the base URL").waitFor()
    await inspect("assistant-provider-down", pages)
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
    await inspect("assistant-over-spend", pages)

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
    await inspect("assistant-over-spend-between", pages)
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
    await inspect("assistant-over-budget", pages)
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
    await inspect("assistant-interrupted", pages)
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
    await inspect("assistant-choose-model", pages)
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
    await inspect("assistant-not-found", pages)
  })
})

describe("the list", () => {
  it("finds, renames, puts away, takes back, and deletes for good where that is allowed", async () => {
    const { id, path } = await begun("Groceries")
    await sayTo(ana, url, id, "Is the kumquat service up?")
    const pages = await both(path)
    const [desk] = pages
    const find = desk.getByRole("searchbox", { name: "Search conversations" })
    await thread(desk).getByText("kumquat").first().waitFor()
    await list(desk)
      .getByRole("link", { name: /Groceries/ })
      .waitFor()
    await find.fill("kumquat")
    const shown = async () => [await find.inputValue(), await list(desk).getByRole("link").count()]
    await expect.poll(shown).toEqual(["kumquat", 1])
    await find.fill("nothing like it")
    await desk.getByText("No conversation has these words").waitFor()
    await inspect("assistant-none-found", [desk])
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
    await inspect("assistant-archived", [desk])
    await act(desk, "Kumquats", "Take back")
    await desk.getByText("Nothing was put away.").waitFor()
    await desk.getByRole("button", { name: "Back to the current ones" }).click()

    const [, phone] = pages
    await phone.goto(`${url}/assistant`)
    await list(phone)
      .getByRole("link", { name: /Kumquats/ })
      .waitFor()
    await inspect("assistant-list", [phone])
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

it("opens the dialog for a new policy", async () => {
  const { page } = await browser.visit(seated)
  await page.goto(`${url}/settings/ai/policies`)
  await page.getByRole("button", { name: "Add a policy" }).click()
  await page.getByRole("dialog", { name: "Add a policy" }).getByRole("button", { name: "Save policy" }).waitFor()
})
