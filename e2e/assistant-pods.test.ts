import { databaseFromTemplate, type SpawnedServer, signIn, spawnServer } from "@countersign/testing"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, beforeEach, describe, expect, inject, it, vi } from "vitest"
import { plugins } from "../apps/server/src/plugins.ts"
import { startRehearsalServer } from "../packages/llm/src/rehearsal/server.ts"
import { useBrowser } from "./browser.ts"
import { type Front, startFront } from "./front.ts"
import { expectOk } from "./product.ts"

const ANA = { email: "ana@example.test", password: "four unrelated words here" }
const PATIENCE = { timeout: 30_000, interval: 50 }
const STORY_WORDS = 400
const story = Array.from({ length: STORY_WORDS }, (_, at) => `word${at + 1}`).join(" ")

const provider = await startRehearsalServer({
  paceMs: 10,
  scripts: [
    // First: a question that was never answered stands before the next one.
    { match: "echo (\\w+)", steps: [{ say: "You said {{match.1}}." }] },
    { match: "a story without end", steps: [{ say: "word ", repeat: 100_000 }] },
    { match: "a story", steps: [{ say: story }] },
  ],
})
afterAll(() => provider.close())

const cluster = inject("postgres")
const { config, drop } = await databaseFromTemplate(cluster, plugins)
const variables = {
  DATABASE_URL: `postgres://${cluster.user}@localhost:${cluster.port}/${config.database}?host=${encodeURIComponent(cluster.host)}`,
  COUNTERSIGN_SECRET: "the same secret on all three servers, long enough",
  COUNTERSIGN_ADMIN_EMAIL: ANA.email,
  COUNTERSIGN_ADMIN_PASSWORD: ANA.password,
  COUNTERSIGN_ALLOW_PRIVATE: new URL(provider.url).host,
}
const pods: SpawnedServer[] = await Promise.all([0, 1, 2].map(() => spawnServer(variables)))
afterAll(async () => {
  await Promise.all(pods.map((pod) => pod.stop()))
  await drop()
})
/** One for each tab: to a server of its own while that lives, else to the next. */
const fronts: Front[] = await Promise.all(
  [0, 1, 2].map((first) => startFront(() => [0, 1, 2].map((more) => pods[(first + more) % 3]!.url))),
)
const ana = await signIn(pods[0]!.url, ANA.email, ANA.password)
const connection = await expectOk(
  ana.call<{ id: string }>("ai.createConnection", {
    driver: "openai-compatible",
    label: "Scripted",
    baseUrl: `${provider.url}/v1`,
    defaultModel: "scripted-1",
    disableTopicalClassifier: true,
  }),
)
const browser = useBrowser()
beforeEach(async () => {
  for (const [at, { child }] of pods.entries())
    if (child.exitCode !== null || child.signalCode !== null) pods[at] = await spawnServer(variables)
})

describe("three tabs on three servers", () => {
  it("follow one turn, and end with the same words when the server that wrote it is killed", async () => {
    const { tabs } = await openTabs()
    const [first, , third] = tabs as [Page, Page, Page]
    await ask(first, "Tell me a story")
    await Promise.all(tabs.map((tab) => reachWords(tab, 20)))
    expect(await Promise.all(pods.map((pod) => metric(pod, "countersign_turns_running")))).toEqual([1, 0, 0])

    await pods[0]!.kill()
    await Promise.all(tabs.map((tab) => tab.getByText("The answer was interrupted").waitFor()))
    await Promise.all(tabs.map(atRest))

    const [shown, ...others] = await vi.waitFor(async () => {
      const all = await Promise.all(tabs.map(threadText))
      expect(new Set(all).size).toBe(1)
      return all
    }, PATIENCE)
    expect(others).toEqual([shown, shown])
    const kept = await consecutiveWords(first)
    expect(kept).toBeGreaterThan(0)
    expect(kept).toBeLessThan(STORY_WORDS)
    await third.reload()
    await vi.waitFor(async () => expect(await threadText(third)).toBe(shown), PATIENCE)

    // The tab of the dead server goes on where its front leads it, without being opened again.
    await ask(first, "echo onwards")
    await Promise.all(tabs.map((tab) => lastAnswer(tab).getByText("You said onwards.").waitFor()))
  })

  it("stop a turn from any of them, everywhere, and the provider's connection is closed", async () => {
    const { tabs } = await openTabs()
    const [first] = tabs as [Page]
    for (const stopping of tabs) {
      const before = provider.heard.length
      await ask(first, "Tell me a story without end")
      await Promise.all(tabs.map((tab) => reachWords(tab, 5, "repeated")))
      await stopping.getByRole("button", { name: "Stop" }).click()

      expect(await provider.heard[before]!.closed).toBe(true)
      expect(provider.heard).toHaveLength(before + 1)
      await Promise.all(tabs.map((tab) => lastAnswer(tab).getByText("Stopped").waitFor()))
      await Promise.all(tabs.map(atRest))
      await vi.waitFor(async () => expect(new Set(await Promise.all(tabs.map(threadText))).size).toBe(1), PATIENCE)
    }
  })

  it("lose and double nothing when they are loaded again in the middle of a turn", async () => {
    const { tabs } = await openTabs()
    const [first, second, third] = tabs as [Page, Page, Page]
    await ask(first, "Tell me a story")
    for (const [tab, at] of [
      [second, 20],
      [first, 60],
      [third, 100],
    ] as const) {
      await reachWords(tab, at)
      await tab.reload()
      await reachWords(tab, at)
    }
    await Promise.all(tabs.map((tab) => reachWords(tab, STORY_WORDS)))
    await Promise.all(tabs.map(atRest))
    expect(await Promise.all(tabs.map(consecutiveWords))).toEqual([STORY_WORDS, STORY_WORDS, STORY_WORDS])
    expect(new Set(await Promise.all(tabs.map(threadText))).size).toBe(1)
  })
})

describe("a tab whose server dies while another one answers", () => {
  it("hears the rest through the next server, without a word missing", async () => {
    const { tabs } = await openTabs()
    const [first, second, third] = tabs as [Page, Page, Page]
    await ask(first, "Tell me a story")
    await reachWords(second, 20)
    await pods[1]!.kill()
    await Promise.all(tabs.map((tab) => reachWords(tab, STORY_WORDS)))
    await Promise.all(tabs.map(atRest))
    expect(await threadText(second)).toBe(await threadText(third))

    await ask(second, "echo afterwards")
    await Promise.all(tabs.map((tab) => lastAnswer(tab).getByText("You said afterwards.").waitFor()))
  })
})

describe("eight tabs of one browser", () => {
  it("follow a turn over one connection, and one more tells them of changes", async () => {
    const path = await newConversation("Eight tabs")
    const context = await signedIn(fronts[1]!)
    const tabs: Page[] = []
    for (let count = 0; count < 8; count += 1) {
      const tab = await context.newPage()
      await tab.goto(fronts[1]!.url + path)
      await tab.getByRole("textbox", { name: "Message" }).waitFor()
      tabs.push(tab)
    }
    await ask(tabs[7]!, "Tell me a story")
    await Promise.all(tabs.map((tab) => reachWords(tab, 20)))
    await vi.waitFor(async () => {
      expect(await total("countersign_chat_streams")).toBe(1)
      expect(await total("countersign_event_streams")).toBe(1)
    }, PATIENCE)
    await Promise.all(tabs.map((tab) => reachWords(tab, STORY_WORDS)))
    await ask(tabs[0]!, "echo everywhere")
    await Promise.all(tabs.map((tab) => lastAnswer(tab).getByText("You said everywhere.").waitFor()))
  })
})

async function openTabs(): Promise<{ tabs: Page[] }> {
  const path = await newConversation("Three tabs")
  const tabs = await Promise.all(
    fronts.map(async (front) => {
      const context = await signedIn(front)
      const tab = await context.newPage()
      await tab.goto(front.url + path)
      await tab.getByRole("textbox", { name: "Message" }).waitFor()
      return tab
    }),
  )
  return { tabs }
}

/** Named by hand, so that the model is asked for answers only. */
async function newConversation(title: string): Promise<string> {
  const api = await signIn(pods[1]!.url, ANA.email, ANA.password)
  const { id, version } = await expectOk(
    api.call<{ id: string; version: number }>("ai.createConversation", {
      scope: "operate",
      connectionId: connection.id,
      model: "scripted-1",
    }),
  )
  await expectOk(api.call("ai.updateConversation", { id, version, title }))
  return `/assistant/${id}`
}

/** A session of its own. */
async function signedIn({ url }: Front): Promise<BrowserContext> {
  const { context, page } = await browser.visit()
  context.setDefaultTimeout(30_000)
  const session = await signIn(url, ANA.email, ANA.password)
  const cookies = session.cookie().split("; ")
  await context.addCookies(
    cookies.map((pair) => ({ name: pair.slice(0, pair.indexOf("=")), value: pair.slice(pair.indexOf("=") + 1), url })),
  )
  await page.close()
  return context
}

async function ask(tab: Page, text: string): Promise<void> {
  await tab.getByRole("textbox", { name: "Message" }).fill(text)
  await tab.getByRole("button", { name: "Send", exact: true }).click()
}

async function atRest(tab: Page): Promise<void> {
  await tab.getByRole("button", { name: "Send", exact: true }).waitFor()
}

function lastAnswer(tab: Page) {
  return tab.getByRole("article", { name: "Assistant" }).last()
}

/** On the way there nothing may be missing or said twice, whenever one looks. */
async function reachWords(tab: Page, count: number, kind: "numbered" | "repeated" = "numbered"): Promise<void> {
  const look = () => (kind === "numbered" ? consecutiveWords(tab) : words(tab).then(({ length }) => length))
  for (let reached = await look(); reached < count; ) {
    await tab.waitForFunction(hasMoreWordsThan, reached, { timeout: 60_000 })
    reached = await look()
  }
}

function hasMoreWordsThan(count: number): boolean {
  const articles = document.querySelectorAll<HTMLElement>("article[aria-label=Assistant]")
  // biome-ignore lint/performance/useDomNodeTextContent: as it is shown, which is how `words` reads it
  return ([...articles].at(-1)?.innerText.match(/\bword\d*/g)?.length ?? 0) > count
}

/** How many words of the story the latest answer has, which must be its first ones. */
async function consecutiveWords(tab: Page): Promise<number> {
  const found = await words(tab)
  const expected = found.map((_, at) => `word${at + 1}`)
  // The latest may still be on its way: what could begin a credential is held back within a word.
  const whole = expected.at(-1)?.startsWith(found.at(-1)!) ? found.with(-1, expected.at(-1)!) : found
  expect(whole, "the words of the story").toEqual(expected)
  return found.length
}

async function words(tab: Page): Promise<string[]> {
  const texts = await tab.getByRole("article", { name: "Assistant" }).allInnerTexts()
  return texts.at(-1)?.match(/\bword\d*/g) ?? []
}

/** What everybody must agree on; the time of an answer is told relative to now. */
async function threadText(tab: Page): Promise<string> {
  const texts = await tab.locator("article").allInnerTexts()
  return texts.map((text) => text.replace(/\n[^\n]*\nscripted-1$/, "")).join("\n---\n")
}

async function total(name: string): Promise<number> {
  const all = await Promise.all(pods.map((pod) => metric(pod, name)))
  return all.reduce((sum, each) => sum + each, 0)
}

async function metric({ url }: SpawnedServer, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1])
}
