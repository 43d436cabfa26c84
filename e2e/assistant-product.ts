import type { Session } from "@countersign/testing"
import type { BrowserContextOptions, Locator, Page } from "playwright-core"
import { expect } from "vitest"
import type { RehearsalScript } from "../packages/llm/src/rehearsal/script.ts"
import type { RehearsalServer } from "../packages/llm/src/rehearsal/server.ts"
import { type Beginning, type Begun, begin, startProvider } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { PHONE } from "./inspect.ts"
import { expectOk, type Product, startWithAdministrator } from "./product.ts"

export const COUNTING = Array.from({ length: 240 }, (_, at) => `n${at + 1}`).join(" ")
const REPORT = `Two systems are in the catalog, and both are **healthy**.

| System | Status | Since |
| --- | --- | --- |
| Payments API | healthy | Monday |
| Search | healthy | Monday |

1. Nothing is open, so there is nothing to do right now.
2. The last incident was resolved on Monday; see [the incidents](/incidents).

Run \`search-cli status\` on the host to see the same from inside.`

export interface AssistantProduct extends Product {
  ana: Session
  browser: ReturnType<typeof useBrowser>
  /** Ana's, in a browser. */
  seated: BrowserContextOptions
  /** The system that conversations are about. */
  search: { id: string }
  /** What the models of the gateway say. */
  scripts: readonly RehearsalScript[]
  provider: RehearsalServer
  connectGateway(): Promise<string>
  /** Beside the gateway, which stays what conversations begin with. */
  connectAnother(label: string, base: string, more?: object): Promise<string>
  begun(title: string, choice?: Partial<Beginning>): Promise<Begun>
  /** The same place at a desk and on a phone. */
  both(path: string, who?: BrowserContextOptions): Promise<[desk: Page, phone: Page]>
  /** What each message of a conversation says. */
  stored(id: string): Promise<{ text: string }[]>
  incidentTitles(): Promise<string[]>
}

/** The product with two systems, a gateway on loopback whose models follow a script, and Ana in a browser. */
export async function startAssistant(): Promise<AssistantProduct> {
  const product = await startWithAdministrator()
  const { url, ana } = product
  const browser = useBrowser()
  const search = await expectOk(ana.call<{ id: string }>("catalog.createSystem", { name: "Search" }))
  await expectOk(ana.call("catalog.createSystem", { name: "Payments API" }))
  const group = await expectOk(ana.call<{ id: string }>("catalog.createGroup", { name: "Customer facing" }))
  const scripts = scriptsAbout(search.id, group.id)
  const provider = await startProvider(scripts)
  const seated = signedInAs(ana, url)
  let gateway = ""

  return {
    ...product,
    browser,
    seated,
    search,
    scripts,
    provider,
    connectGateway,
    connectAnother,
    begun,
    both,
    stored,
    incidentTitles,
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

  async function both(path: string, who: BrowserContextOptions = seated): Promise<[desk: Page, phone: Page]> {
    const [desk, phone] = await Promise.all([browser.visit(who), browser.visit({ ...who, ...PHONE })])
    await Promise.all([desk, phone].map(({ page }) => page.goto(url + path)))
    return [desk.page, phone.page]
  }

  async function stored(id: string): Promise<{ text: string }[]> {
    const { messages } = await expectOk(
      ana.call<{ messages: { blocks: { type: string; text?: string }[] }[] }>("ai.getConversation", { id }),
    )
    return messages.map(({ blocks }) => ({ text: blocks.map(({ text = "" }) => text).join("") }))
  }

  async function incidentTitles(): Promise<string[]> {
    const { items } = await expectOk(ana.call<{ items: { title: string }[] }>("incident.list", {}))
    return items.map(({ title }) => title)
  }
}

function scriptsAbout(searchId: string, groupId: string): RehearsalScript[] {
  return [
    { match: "Write the title now", steps: [{ say: "Health of our systems" }] },
    { match: "poem[\\s\\S]*ON_TOPIC or OFF_TOPIC\\?", steps: [{ say: "OFF_TOPIC" }] },
    { match: "ON_TOPIC or OFF_TOPIC\\?", steps: [{ say: "ON_TOPIC" }] },
    { match: "\\[Decision\\]\\s*applied", steps: [{ say: "It is done. I will keep an eye on it." }] },
    {
      match: "\\[Decision\\]\\s*declined",
      steps: [{ say: "Understood: nothing was changed, and I leave it at that." }],
    },
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
                systemIds: [searchId],
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
        { calls: [{ name: "catalog_addSystemToGroup", arguments: { groupId: groupId, systemIds: [searchId] } }] },
        { say: "Search is now in Customer facing." },
      ],
    },
    {
      match: "Look at the groups",
      steps: [
        { calls: [{ name: "catalog_listGroups", arguments: {} }] },
        { calls: [{ name: "catalog_addSystemToGroup", arguments: { groupId: groupId, systemIds: [searchId] } }] },
        { say: "I looked, and did what was asked." },
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
}

/** What was said last is in sight, and nothing offers the way to it. */
export async function expectAtEnd(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const box = document.querySelector("#main section[tabindex='0']")
    return box !== null && box.scrollHeight - box.scrollTop - box.clientHeight < 2
  })
  expect(await page.getByRole("button", { name: /^(New text below|To the end)$/ }).count()).toBe(0)
}

export function thread(page: Page): Locator {
  return page.locator("#main section[tabindex]")
}

export function list(page: Page): Locator {
  return page.getByRole("list", { name: "Conversations", exact: true })
}

export function message(page: Page): Locator {
  return page.getByRole("textbox", { name: "Message" })
}

export function card(page: Page, title: string): Locator {
  return page.getByRole("article", { name: `Open the incident "${title}"` })
}

export async function act(page: Page, name: string, action: string): Promise<void> {
  await list(page)
    .or(page.getByRole("list", { name: "Archived conversations" }))
    .getByRole("link", { name })
    .hover()
  await page.getByRole("button", { name: `Actions for ${name}` }).click()
  await page.getByRole("menuitem", { name: action }).click()
}

/** What the page shows of the latest answer. */
export function spoken(page: Page): Promise<string | null> {
  return page.getByRole("article", { name: "Assistant" }).last().locator("p").first().textContent()
}

/** Answers of this address wait until they are let go. */
export async function hold(page: Page, address: string): Promise<() => void> {
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
export async function paste(page: Page): Promise<void> {
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

export function isFocused(field: Locator): Promise<boolean> {
  return field.evaluate((element) => element === document.activeElement)
}
