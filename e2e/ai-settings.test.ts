import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { openSession } from "@countersign/testing"
import type { Locator, Page } from "playwright-core"
import { afterAll, describe, expect, it } from "vitest"
import { startRehearsalServer } from "../packages/llm/src/rehearsal/server.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { inspect } from "./inspect.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"
import { atRest, tour } from "./tour.ts"

const { url, ana, administrator } = await startWithAdministrator()
const provider = await startProvider()
const browser = useBrowser()
const seated = signedInAs(ana, url)

const CONNECTIONS = "/settings/ai/connections"
const GOOD_KEY = "good-key-of-the-gateway"

describe("before anything is connected", () => {
  it("looks right on a desk and on a phone", async () => {
    await tour(
      browser,
      url,
      [
        { name: "ai-connections-empty", path: CONNECTIONS },
        { name: "ai-connection-drivers", path: `${CONNECTIONS}/new` },
        { name: "ai-defaults-empty", path: "/settings/ai/defaults" },
        { name: "ai-usage-empty", path: "/settings/ai/usage" },
        { name: "start-without-ai-usage", path: "/" },
      ],
      seated,
    )
  })

  it("offers the Rehearsal model in one click, says what it is, and everything begins with it", async () => {
    const page = await signedIn(CONNECTIONS)
    await page.getByText("no AI, it recognises a few requests and plays them through the real tools").waitFor()

    await page.getByRole("button", { name: "Try the Rehearsal model" }).click()
    const row = page.getByRole("row", { name: /Rehearsal/ })
    await row.getByText("No AI").waitFor()
    await choose(page, "Rehearsal", "Test")
    await row.getByText(/^Answered in/).waitFor()

    await page.goto(`${url}/settings/ai/defaults`)
    await page.getByRole("button", { name: "Clear default of Operate" }).waitFor()
    expect(
      await page.getByRole("button", { name: /^Clear default of/ }).count(),
      "Operate and Site, and no workspace that is not there",
    ).toBe(2)
  })
})

describe("connections", () => {
  it("are made from the driver's form, with the models its server lists, and tested", async () => {
    const page = await signedIn(CONNECTIONS)
    await page.getByRole("link", { name: "Connect a provider" }).click()
    await page.getByRole("radio", { name: "OpenAI-compatible server" }).check()
    await page.getByRole("textbox", { name: "Name" }).fill("")
    await page.getByRole("button", { name: "Connect", exact: true }).click()
    await page.getByText("A name is needed.").waitFor()
    await page.getByRole("textbox", { name: "Name" }).fill("Gateway")
    await page.getByRole("button", { name: "Connect", exact: true }).click()
    await page.getByText("OpenAI-compatible server needs a base URL. Write it.").waitFor()

    await page.getByRole("textbox", { name: "Base URL" }).fill(`${provider.url}/v1`)
    await keyField(page).fill("wrong")
    await page.getByRole("button", { name: "Load models" }).click()
    await page.getByText("The models could not be listed").waitFor()
    await keyField(page).fill(GOOD_KEY)
    await page.getByRole("button", { name: "Load models" }).click()
    await page.getByText("4 models listed").waitFor()
    expect(await page.getByRole("combobox", { name: "Default model" }).inputValue()).toBe("gpt-5.2")
    await page.getByText("The smartest the provider lists").waitFor()
    await page.getByRole("button", { name: "Connect", exact: true }).click()

    await page.getByRole("heading", { level: 1, name: "Gateway" }).waitFor()
    await page.getByText("Set. It is sealed and never shown again.").waitFor()
    expect(await page.content()).not.toContain(GOOD_KEY)
    await page.getByRole("button", { name: "Test connection" }).click()
    await page.getByText("gpt-5.2 answered.").waitFor()
    await page.getByText(/It took \d+/).waitFor()
  })

  it("are edited: other models, a cap whose meaning is told while it is typed, and who may use it", async () => {
    const page = await signedIn(`${CONNECTIONS}/${await idOf("Gateway")}`)
    await page.getByText("4 models listed").waitFor()
    await pick(page, "Default model", "qwen3-32b")
    await pick(page, "Models to choose from", "gpt-5.2-mini")
    await pick(page, "Roles", "Operator")

    await page.getByRole("checkbox", { name: "Limit what may be spent" }).check()
    await page.getByRole("textbox", { name: "Tokens" }).fill("lots")
    await page.getByRole("button", { name: "Save connection" }).click()
    await page.getByText("Write a whole number of tokens, such as 2,000,000 or 2M.").waitFor()
    expect(
      await page.getByRole("textbox", { name: "Tokens" }).evaluate((field) => field === document.activeElement),
    ).toBe(true)
    await page.getByRole("textbox", { name: "Tokens" }).fill("2M")
    await page.getByRole("textbox", { name: "US dollars" }).fill("25")
    await page
      .getByText("Each person and each application may use up to 2,000,000 tokens or $25, whichever is reached first")
      .waitFor()
    expect(await page.getByRole("button", { name: "Test connection" }).isDisabled()).toBe(true)
    await page.getByRole("button", { name: "Save connection" }).click()
    await page.getByText("Saved", { exact: true }).waitFor()

    const stored = await expectOk(ana.call<Stored>("ai.getConnection", { id: await idOf("Gateway") }))
    expect(stored).toMatchObject({
      defaultModel: "qwen3-32b",
      availableModels: ["gpt-5.2-mini"],
      roles: ["operator"],
      hasKey: true,
      spendCap: { tokenBudget: 2_000_000, usdBudget: 25, windowMinutes: 1_440, per: "principal" },
    })
  })

  it("ask before what was typed is left behind, and tell what somebody else changed meanwhile", async () => {
    const id = await idOf("Gateway")
    const page = await signedIn(`${CONNECTIONS}/${id}`)
    await page.getByRole("textbox", { name: "Name" }).fill("My gateway")
    await page.getByRole("link", { name: "AI connections", exact: true }).first().click()
    await page.getByRole("button", { name: "Stay" }).click()

    const {
      driver: _,
      driverLabel: __,
      hasKey: ___,
      createdAt,
      updatedAt,
      ...stored
    } = await expectOk(ana.call<Stored & Record<string, unknown>>("ai.getConnection", { id }))
    await expectOk(ana.call("ai.updateConnection", { ...stored, label: "Their gateway" }))
    await page.getByRole("button", { name: "Save connection" }).click()
    const table = page.getByRole("table", { name: "Stored and typed" })
    await table.getByText("Their").waitFor()
    await page.getByRole("button", { name: "Drop mine" }).click()
    await page.getByRole("heading", { level: 1, name: "Their gateway" }).waitFor()
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Their gateway")

    await page.getByRole("textbox", { name: "Name" }).fill("Rehearsal")
    await page.getByRole("button", { name: "Save connection" }).click()
    await page.getByText('Another AI connection is called "Rehearsal". Choose another name.').waitFor()
    await page.getByRole("textbox", { name: "Name" }).fill("Gateway")
    await page.getByRole("button", { name: "Save connection" }).click()
    await page.getByText("Saved", { exact: true }).waitFor()
  })

  it("say what a provider's refusal means when the key is wrong, and wants it again for another server", async () => {
    const page = await signedIn(`${CONNECTIONS}/${await idOf("Gateway")}`)
    await page.getByRole("button", { name: "Replace key" }).click()
    await keyField(page).fill("wrong")
    await page.getByRole("button", { name: "Save connection" }).click()
    await page.getByText("Saved", { exact: true }).waitFor()
    await page.getByRole("button", { name: "Test connection" }).click()
    await page.getByText("The test failed").waitFor()
    await page.getByText("OpenAI-compatible server did not accept the key of this connection.").waitFor()
    await page.getByText("Set. It is sealed and never shown again.").waitFor()
    await inspect("ai-connection-refused", [page])

    await page.getByRole("textbox", { name: "Base URL" }).fill("https://elsewhere.example.com/v1")
    await page.getByText("The stored key goes only where it was stored for.").waitFor()
    await page.getByRole("button", { name: "Save connection" }).click()
    await page.getByText("The base URL names another server, so write the key again or remove it.").waitFor()
    await page.getByRole("button", { name: "Remove the stored key" }).click()
    await page.getByText("The stored key is removed when you save.").waitFor()
    await page.getByRole("button", { name: "Keep it" }).click()
    await page.getByRole("textbox", { name: "Base URL" }).fill(`${provider.url}/v1`)
    await page.getByRole("button", { name: "Replace key" }).click()
    await keyField(page).fill(GOOD_KEY)
    await page.getByRole("button", { name: "Save connection" }).click()
    await page.getByText("Saved", { exact: true }).waitFor()
  })
})

describe("defaults", () => {
  it("are chosen, cleared, and keep their connection from being deleted until then", async () => {
    const page = await signedIn("/settings/ai/defaults")
    const operate = page.getByRole("region", { name: "Operate" })
    await operate.getByText("The connection does not allow it any more, so qwen3-32b is used instead.").waitFor()
    await operate.getByText("Open to Operator only.").waitFor()
    await operate.getByRole("combobox", { name: "Model" }).click()
    await page.getByRole("option", { name: /gpt-5\.2-mini/ }).click()
    await operate.getByRole("button", { name: "Save Operate default" }).click()
    await operate.getByText("Saved").waitFor()

    await page.goto(url + CONNECTIONS)
    await choose(page, "Gateway", "Delete")
    const refusal = page.getByRole("dialog", { name: "Gateway is still needed" })
    await refusal.waitFor()
    expect(await refusal.getByRole("link", { name: /^Default of/ }).count()).toBe(2)
    await refusal.getByRole("link", { name: "Default of Operate" }).click()
    for (const workspace of ["Operate", "Site"]) {
      const section = page.getByRole("region", { name: workspace })
      await section.getByRole("button", { name: `Clear default of ${workspace}` }).click()
      await section.getByText("Without a default, a conversation begins with the first connection").waitFor()
    }
    await operate.getByRole("combobox", { name: "Connection" }).selectOption("Rehearsal")
    await operate.getByRole("button", { name: "Save Operate default" }).click()
    await operate.getByText("Saved").waitFor()
  })
})

describe("usage", () => {
  it("adds up what was called, by model, person, workspace and purpose, with a cost only where it is known", async () => {
    const id = await idOf("Gateway")
    for (let call = 0; call < 3; call++) await expectOk(ana.call("ai.testConnection", { id }))
    const page = await signedIn("/settings/ai/usage?days=7")
    await page.getByRole("heading", { name: "Day by day" }).waitFor()
    const totals = page.locator("dl[aria-label=Totals]")
    await totals.getByText("unknown").waitFor()
    await page.getByRole("img", { name: /^Tokens of each of 7 days\. Most on/ }).waitFor()
    await page
      .getByRole("table", { name: "Usage by model" })
      .getByRole("row", { name: /qwen3-32b/ })
      .getByText("unknown")
      .waitFor()
    for (const [tab, row] of [
      ["People", administrator.name],
      ["Workspaces", "Operate"],
      ["Purposes", "Tests of connections"],
      ["Connections", "Gateway"],
    ] as const) {
      await page.getByRole("tab", { name: tab }).click()
      await page.getByRole("row", { name: new RegExp(row) }).waitFor()
    }
    await page.getByRole("radio", { name: "Table" }).check()
    expect(await page.getByRole("table", { name: "Usage by day" }).getByRole("row").count()).toBe(8)
    await page.getByRole("radio", { name: "Today" }).check()
    await page.waitForURL(/days=1/)
  })

  it("of this month stands on the first page, by provider, for those who may read it and for nobody else", async () => {
    const page = await signedIn("/")
    await page.getByRole("heading", { level: 2, name: "AI usage this month" }).waitFor()
    const providers = page.getByRole("list", { name: "Usage by provider" }).getByRole("listitem")
    await providers.filter({ hasText: "OpenAI-compatible server" }).getByText("unknown").waitFor()
    await providers.filter({ hasText: "Rehearsal" }).getByText("$0.00").waitFor()
    expect(await providers.count()).toBe(2)
    await page.getByRole("link", { name: "All usage" }).click()
    await page.waitForURL(/usage\?days=month/)
    await page.getByRole("tab", { name: "Providers" }).click()
    await page
      .getByRole("table", { name: "Usage by provider" })
      .getByRole("row", { name: /Rehearsal/ })
      .waitFor()

    const ben = openSession(url)
    const { email, password } = await join({ url, ana }, "Ben", "operator")
    await expectOk(ben.call("platform.signIn", { email, password }))
    const { page: theirs } = await browser.visit(signedInAs(ben, url))
    await theirs.goto(url)
    await theirs.getByRole("heading", { name: "Nothing needs attention" }).waitFor()
    await atRest(theirs)
    expect(await theirs.getByText("AI usage this month").count()).toBe(0)
  })
})

describe("with connections", () => {
  it("looks right on a desk and on a phone", async () => {
    await tour(
      browser,
      url,
      [
        { name: "ai-connections", path: CONNECTIONS },
        { name: "ai-connection", path: `${CONNECTIONS}/${await idOf("Gateway")}` },
        { name: "ai-connection-new", path: `${CONNECTIONS}/new?driver=openai-compatible` },
        { name: "ai-defaults", path: "/settings/ai/defaults" },
        { name: "ai-usage", path: "/settings/ai/usage" },
        { name: "ai-usage-month", path: "/settings/ai/usage?days=month&by=provider" },
        { name: "start-with-ai-usage", path: "/" },
        { name: "ai-usage-table", path: "/settings/ai/usage?as=table&days=7&by=purpose" },
      ],
      seated,
    )
  })

  it("are deleted once nothing needs them, by their name", async () => {
    const page = await signedIn(`${CONNECTIONS}/${await idOf("Gateway")}`)
    await page.getByRole("button", { name: "Delete connection" }).click()
    const dialog = page.getByRole("dialog", { name: "Delete Gateway?" })
    await dialog.getByRole("textbox").fill("Gateway")
    await dialog.getByRole("button", { name: "Delete connection" }).click()
    await page.getByText("Gateway is deleted.").waitFor()
    await page.waitForURL(url + CONNECTIONS)
    await page.getByRole("row", { name: /Rehearsal/ }).waitFor()
    expect(await page.getByRole("row", { name: /Gateway/ }).count()).toBe(0)
  })
})

interface Stored {
  id: string
  label: string
}

async function idOf(label: string): Promise<string> {
  const { connections } = await expectOk(ana.call<{ connections: Stored[] }>("ai.listConnections"))
  const found = connections.find((each) => each.label === label)
  if (!found) throw new Error(`No connection is called ${label}.`)
  return found.id
}

/** A gateway that knows its key and lists four models; the rehearsal server behind it answers for all of them. */
async function startProvider(): Promise<{ url: string }> {
  const behind = await startRehearsalServer({ scripts: [{ match: ".", steps: [{ say: "OK" }] }] })
  const server = createServer(async (request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${GOOD_KEY}`) return answer(401, { error: { message: "No." } })
    if (request.method === "GET")
      return answer(200, { data: ["qwen3-32b", "gpt-5.2-mini", "gpt-5.2", "text-embed-3"].map((id) => ({ id })) })
    const said = await fetch(behind.url + request.url, { method: "POST", body: await text(request) })
    response.writeHead(said.status, { "content-type": said.headers.get("content-type") ?? "" })
    response.end(await said.text())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
    await behind.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click()
  await page.getByRole("menuitem", { name: action }).click()
}

async function pick(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole("combobox", { name: field })
  await box.click()
  await box.fill(option)
  await page.getByRole("option", { name: new RegExp(`^${option.replaceAll(".", "\\.")}(?!-)`) }).click()
  await page.keyboard.press("Escape")
}

async function signedIn(path: string): Promise<Page> {
  const { page } = await browser.visit(seated)
  await page.goto(url + path)
  return page
}

/** Its label says "optional" too where no key is stored. */
function keyField(page: Page): Locator {
  return page.getByLabel(/^Key(\s*optional)?$/)
}
