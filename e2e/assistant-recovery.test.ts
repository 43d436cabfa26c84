import { signIn } from "@countersign/testing"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { isFocused, message, startAssistant, thread } from "./assistant-product.ts"
import { begin, write } from "./assistant-stage.ts"
import { signedInAs } from "./browser.ts"
import { inspect } from "./inspect.ts"
import { join } from "./product.ts"

const { url, ana, browser, provider, connectGateway, begun, both } = await startAssistant()
const FAILURE = { status: 401, body: JSON.stringify({ error: { message: "No such key.", code: "invalid_api_key" } }) }
const ANSWER = "Here is what I found about that, in one sentence."

const way = (page: Page, name: string) => thread(page).getByRole("button", { name, exact: true })
const openConnection = (page: Page) => thread(page).getByRole("link", { name: "Open connection" })
const questions = (page: Page) => thread(page).getByRole("article", { name: "You" })
const answers = (page: Page) => thread(page).getByRole("article", { name: "Assistant", exact: true })

describe("an answer that failed", () => {
  it("can be asked again after the question was put differently and another model was chosen", async () => {
    const { path } = await begun("Recovered")
    const pages = await both(path)
    const [desk] = pages
    provider.next(FAILURE)
    await write(desk, "What about Search?")
    for (const page of pages)
      for (const name of ["Try again", "Edit and resend", "Use another model"]) await way(page, name).waitFor()

    provider.next(FAILURE)
    await way(desk, "Edit and resend").click()
    expect(await message(desk).inputValue()).toBe("What about Search?")
    await expect.poll(() => isFocused(message(desk))).toBe(true)
    await write(desk, "What about Payments?")
    // Only what failed last can be asked again.
    for (const page of pages) {
      await thread(page).getByText("The model could not answer").nth(1).waitFor()
      await way(page, "Edit and resend").waitFor()
      await expect.poll(() => way(page, "Try again").count()).toBe(1)
      // A page that follows hears of the failure first, and reads the question then.
      await expect.poll(() => questions(page).count()).toBe(2)
    }

    await way(desk, "Use another model").click()
    await desk
      .getByRole("option", { name: /qwen3-vl-32b/ })
      .first()
      .click()
    for (const page of pages) await page.getByRole("button", { name: /^Model: qwen3-vl-32b/ }).waitFor()
    await inspect("assistant-recovery", pages)
    await way(desk, "Try again").click()
    for (const page of pages) {
      await answers(page).last().getByText(ANSWER).waitFor()
      await answers(page).last().getByText("qwen3-vl-32b").waitFor()
      await way(page, "Edit and resend").waitFor({ state: "detached" })
      await expect.poll(() => questions(page).count()).toBe(2)
      expect(await openConnection(page).count()).toBe(0)
    }
    expect(provider.heard.at(-1)?.body.model).toBe("qwen3-vl-32b")
    expect(JSON.stringify(provider.heard.at(-1)?.body.messages)).toContain("What about Payments?")
  })

  it("leads those who look after connections to the one that failed", async () => {
    const { path } = await begun("Managed")
    const [desk, phone] = await both(path)
    provider.next(FAILURE)
    await write(desk, "What about Search?")
    for (const page of [desk, phone]) {
      await openConnection(page).click()
      await page.waitForURL(`${url}/settings/ai/connections/${await connectGateway()}`)
      await page.getByRole("heading", { level: 1, name: "Gateway" }).waitFor()
    }
  })

  it("offers everybody else the other ways, and no page that they could not open", async () => {
    const { email, password } = await join({ url, ana }, "Ben", "operator")
    const ben = await signIn(url, email, password)
    const { path } = await begin(ben, "Unmanaged", { connectionId: await connectGateway() })
    const pages = await both(path, signedInAs(ben, url))
    provider.next(FAILURE)
    await write(pages[0], "What about Search?")
    for (const page of pages) {
      for (const name of ["Try again", "Edit and resend", "Use another model"]) await way(page, name).waitFor()
      expect(await openConnection(page).count()).toBe(0)
    }
    await way(pages[1], "Try again").tap()
    for (const page of pages) await answers(page).last().getByText(ANSWER).waitFor()
  })
})

it("an answer that came can be asked for again, and the first one is kept", async () => {
  const { path } = await begun("Regenerated")
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(url + path)
  await write(page, "What about Search?")
  await answers(page).getByText(ANSWER).waitFor()
  const asked = provider.heard.length

  await way(page, "Try again").press("Enter")

  await thread(page)
    .getByRole("button", { name: /^Earlier answer/ })
    .waitFor()
  await answers(page).getByText(ANSWER).waitFor()
  await way(page, "Try again").waitFor()
  expect(await questions(page).count()).toBe(1)
  expect(await answers(page).count()).toBe(1)
  expect(provider.heard.length).toBe(asked + 1)
})

it("leaves the keyboard on the way to ask again when what was watched makes way for what is stored", async () => {
  const { path } = await begun("Replaced")
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(url + path)
  await message(page).waitFor()
  // What is stored comes only after the whole answer was watched, as it may on a slow line.
  const held = Promise.withResolvers<void>()
  await page.route("**/api/v1/ai/getConversation", async (route) => {
    await held.promise
    await route.continue()
  })
  await write(page, "What about Search?")
  await answers(page).getByText(ANSWER).waitFor()
  await way(page, "Try again").focus()

  const read = page.waitForResponse("**/api/v1/ai/getConversation")
  held.resolve()
  await (await read).finished()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

  expect(await isFocused(way(page, "Try again"))).toBe(true)
  await page.keyboard.press("Enter")
  await thread(page)
    .getByRole("button", { name: /^Earlier answer/ })
    .waitFor()
})
