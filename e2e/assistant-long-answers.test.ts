import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { RehearsalScript } from "../packages/llm/src/rehearsal/script.ts"
import { startAssistant, thread } from "./assistant-product.ts"
import { sayTo, startProvider, write } from "./assistant-stage.ts"

const LETTERS = "a".repeat(60_000)
const PARAGRAPHS = Array.from({ length: 5_600 }, (_, at) => `paragraph-${at + 1}-${"of-a-long-answer-".repeat(22)}`)
const LONG = PARAGRAPHS.join("\n\n")
/** Where an answer is no longer drawn as Markdown. */
const BEYOND = "This answer is very long. From here on it is shown as it was written."
/** Blocks that a page may draw of an answer at once: a screen or two, and what is kept ready around it. */
const MOST_IN_SIGHT = 12

/** 60 to 500 ms on two busy cores. */
const FROZEN_MS = 3_000

const { url, ana, browser, seated, connectAnother, begun } = await startAssistant()
const scripts: RehearsalScript[] = [
  { match: "letter", steps: [{ say: LETTERS }] },
  { match: "at length", steps: [{ say: LONG }] },
  { match: ".", steps: [{ say: "Here I am." }] },
]
const provider = await startProvider(scripts)

describe("an answer that is far too long", () => {
  it("of 60,000 equal letters is all there, in pieces of which few are drawn, while it comes and afterwards", async () => {
    const { page, path } = await open("Letters")
    await page.goto(url + path)
    await write(page, "Repeat one letter")
    await answer(page).getByRole("button", { name: "Copy" }).waitFor()
    await expectWhole(page, LETTERS)
    await expectFew(page)
    await expectAnswers(page)

    await page.reload()
    await answer(page).getByRole("button", { name: "Copy" }).waitFor()
    await expectWhole(page, LETTERS)
    await expectFew(page)
    await expectAnswers(page)
    const longest = await longestTask(page)
    console.info(`60,000 equal letters: the longest task of the page took ${longest} ms.`)
    expect(longest).toBeLessThan(FROZEN_MS)
  })

  it("of 2 MB can be read to its last line, and the page goes on working", async () => {
    expect(LONG.length).toBeGreaterThan(2 * 1024 * 1024)
    const { page, path, id } = await open("At length")
    await sayTo(ana, url, id, "Tell it at length")
    await page.goto(url + path)
    await answer(page).getByRole("button", { name: "Copy" }).waitFor()
    await expectWhole(page, LONG)
    await expectFew(page)
    await thread(page).press("End")
    await expect.poll(() => isInSight(page, PARAGRAPHS.at(-1)!)).toBe(true)
    await expectFew(page)
    await expectAnswers(page)
    console.info(`2 MB: the longest task of the page took ${await longestTask(page)} ms.`)
  })
})

async function open(title: string): Promise<{ page: Page; path: string; id: string }> {
  const connectionId = await connectAnother(title, provider.url, { contextWindowTokens: 2_000_000 })
  const { page } = await browser.visit(seated)
  await page.addInitScript(() => {
    const tasks: number[] = []
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: "longtask",
      buffered: true,
    })
    Object.assign(window, { tasks })
  })
  return { page, ...(await begun(title, { connectionId })) }
}

/** The first one: later answers stand below it. */
function answer(page: Page) {
  return thread(page).getByRole("article", { name: "Assistant" }).first()
}

/** Every letter is in the page, where it is found, selected and read aloud. White space between blocks is the page's own. */
async function expectWhole(page: Page, text: string): Promise<void> {
  const bare = (whole: string) => whole.replaceAll(/\s/g, "")
  const shown = bare((await answer(page).textContent()) ?? "").replace(bare(BEYOND), "")
  expect(shown.includes(bare(text)), `${shown.length} letters are shown`).toBe(true)
}

/** What makes a page stiff is what it draws at once: no block of it is long, and few blocks are in sight. */
async function expectFew(page: Page): Promise<void> {
  const { longest, inSight } = await answer(page).evaluate((article) => {
    const blocks = [...article.querySelectorAll("div, p, li, pre")].filter((one) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()),
    )
    return {
      longest: Math.max(...blocks.map((block) => block.textContent?.length ?? 0)),
      inSight: blocks
        .filter((block) => (block.textContent?.length ?? 0) > 4_096)
        .filter((block) => {
          const { top, bottom } = block.getBoundingClientRect()
          const near = bottom > -window.innerHeight && top < 2 * window.innerHeight
          return near || getComputedStyle(block).contentVisibility !== "auto"
        }).length,
    }
  })
  expect(longest).toBeLessThanOrEqual(16 * 1024)
  expect(inSight).toBeLessThanOrEqual(MOST_IN_SIGHT)
}

/** It takes what is typed and shows what is said next. */
async function expectAnswers(page: Page): Promise<void> {
  const before = await thread(page).getByText("Here I am.").count()
  await write(page, "Are you there?")
  await thread(page).getByText("Here I am.").nth(before).waitFor()
}

function isInSight(page: Page, text: string): Promise<boolean> {
  return answer(page).evaluate((article, wanted) => {
    const blocks = [...article.querySelectorAll("div, p")].filter(
      (one) => one.childElementCount === 0 && one.textContent?.trimEnd().endsWith(wanted),
    )
    return blocks.some((block) => {
      const { bottom } = block.getBoundingClientRect()
      return bottom > 0 && bottom <= window.innerHeight
    })
  }, text)
}

function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(Math.max(0, ...(window as unknown as { tasks: number[] }).tasks)))
}
