import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type AnyProcedure, inputSchemaOf, metaOf } from "@countersign/core/contract"
import { writingOf } from "@countersign/testing"
import type { Page } from "playwright-core"
import { afterAll, expect, it } from "vitest"
import { plugins } from "../apps/server/src/plugins.ts"
import { writeWorld } from "../apps/server/src/suites/tools/written-world.fixture.ts"
import { platformPlugin } from "../packages/core/src/reserved/platform-plugin.ts"
import { begin, sayTo, startProvider } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { placesAfterSignIn } from "./places.ts"
import { expectOk, startWithAdministrator, testingFaces } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
import { visitAll } from "./tour.ts"

/** A direction that is forced, a width of nothing, an isolate, a tag, a soft hyphen and a blank letter. */
const HIDDEN = "\u202e\u200b\u2066\u{e0041}\u00ad\u3164"
const hiddenFields = new Set<string>()
const text = (words: string) => `${words} A${HIDDEN}B`

const { url, ana } = await startWithAdministrator()
const call = <T = { id: string }>(verb: string, input: object = {}) => expectOk(ana.call<T>(verb, input))
const seeded = await seedPages(ana)
const browser = useBrowser()

const system = await call("catalog.createSystem", {
  name: "Ledger",
  description: text("Counts *money*, `in code`"),
  metadata: { shelf: text("metadata") },
})
await call("catalog.createGroup", { name: "Hidden group", description: text("group") })
await call("catalog.createEnvironment", { name: "Hidden environment", description: text("environment") })
await call("platform.createTeam", { name: "Hidden team", description: text("team") })
await call("catalog.reportStatus", { systemId: system.id, source: "probe", status: "degraded", reason: text("reason") })
const incident = await call("incident.create", {
  title: "Slow ledger",
  severity: "minor",
  systemIds: [system.id],
  description: text("incident"),
  message: text("first update"),
})
await call("incident.addUpdate", { id: incident.id, message: text("`code` of an update") })
await call("ai.saveMemory", { text: text("note") })
const skill = await call("ai.createSkill", { title: "Hidden skill", description: text("skill"), text: text("steps") })
const propose = (toolName: string, input: object) =>
  call<{ proposalId: string }>("ai.proposeTool", { toolName, input }).then(({ proposalId }) => proposalId)
const waiting = await propose("catalog.updateSystem", { systemId: system.id, description: text("waiting") })
const note = await propose("ai.saveMemory", { text: text("proposed note") })
const declined = await propose("catalog.updateSystem", { systemId: system.id, tags: ["declined"] })
await call("ai.signProposal", { proposalId: declined, kind: "decline", reason: text("declined because") })
const applied = await propose("incident.addUpdate", { id: incident.id, message: text("applied") })
await call("ai.signProposal", { proposalId: applied, kind: "apply" })

/** Somebody writes such characters into every text that any verb takes; what refuses them gets the same without. */
const procedures = [platformPlugin, ...plugins].flatMap(({ contract }) => Object.values(contract) as AnyProcedure[])
const { unwritten, ...writing } = writingOf(testingFaces)
const written = await writeWorld(
  { procedures: procedures.filter((procedure) => !unwritten.includes(metaOf(procedure).id)), ...writing },
  async (verb, input) => {
    const hidden = hiddenIn(verb, input)
    for (const one of hidden === input ? [input] : [hidden, input]) {
      const { status, body } = await ana.call<{ error?: { code: string }; code?: string }>(verb, one)
      if (status < 400) return body
      if (one === input) throw Object.assign(new Error(JSON.stringify(body)), { code: body.code ?? body.error?.code })
    }
  },
  { personId: seeded.personId!, systemId: seeded.systemId! },
)
const things = { ...seeded, ...written.ids }

/** What others answer: the address that a check asks, and the one that a message goes to. */
const others = createServer((_, response) => response.writeHead(410).end(text("no more")))
await once(others.listen(0, "127.0.0.1"), "listening")
afterAll(() => others.close())
const address = `http://127.0.0.1:${(others.address() as AddressInfo).port}/`
const check = await call("healthcheck.create", {
  name: "Asks somebody",
  description: text("check"),
  strategyId: "http",
  config: { url: address },
  collectors: [{ id: "response", assertions: [{ field: "body", operator: "equals", value: text("something else") }] }],
  assignments: [{ systemId: system.id }],
})
await call("healthcheck.runNow", { ids: [check.id] })
const channel = await call("notification.createChannel", {
  kind: "webhook",
  name: "Receiver",
  address,
  secret: "long enough to be taken",
  shared: true,
})
await call("notification.subscribe", { systemIds: [system.id], from: "minor", channelId: channel.id })
await call("catalog.reportStatus", { systemId: system.id, source: "probe", status: "unhealthy", reason: text("worse") })

it("no page has a character in its text that nobody sees", async () => {
  await expect
    .poll(async () => (await call<{ items: object[] }>("notification.deliveries", { status: "failed" })).items.length)
    .toBeGreaterThan(0)
  await expect
    .poll(async () => (await call<{ items: object[] }>("healthcheck.runHistory", { checkId: check.id })).items.length)
    .toBeGreaterThan(0)
  const { items: audited } = await call<{ items: { id: string; thing: { type: string | null } }[] }>(
    "platform.listAudit",
    {
      limit: 200,
    },
  )
  const { page } = await browser.visit(signedInAs(ana, url))
  const found: string[] = []
  let marks = 0
  const more = [
    `/catalog/systems/${system.id}`,
    `/incidents/${incident.id}`,
    `/incidents/${incident.id}?tab=updates`,
    `/signatures/${waiting}`,
    `/signatures/${note}`,
    `/signatures/${declined}`,
    `/signatures/${applied}`,
    "/settings/ai/memory",
    "/settings/ai/skills",
    `/settings/ai/skills?skill=${skill.id}`,
    `/checks/${check.id}`,
    `/checks/${check.id}?tab=runs`,
    // One of each kind: the log shows what was written as cards do.
    ...new Map(audited.map(({ id, thing }) => [thing.type, `/settings/audit?entry=${id}`])).values(),
  ].map((path) => ({ name: path, path }))
  const run = testingFaces.flatMap(({ dialogs }) => dialogs?.({ ...things, checkId: check.id }) ?? [])
  const opened = run.filter(({ name }) => /attempts|run/.test(name))
  expect(opened.length, "dialogs of runs and attempts").toBeGreaterThan(1)
  const seen = new Set<string>()
  await visitAll(url, page, [...placesAfterSignIn(things), ...more, ...opened], async ({ name }) => {
    for (const [, at] of ((await page.locator("body").textContent()) ?? "").matchAll(/zqcanary(\d+)x/gi)) seen.add(at!)
    found.push(...(await rawOn(page)).map((one) => `${name}: ${one}`))
    marks += await page.locator("[data-hidden-character]").count()
  })
  expect(found).toEqual([])
  expect(marks).toBeGreaterThan(300)
  const plugin = (field: string) => field.split(".")[0]!
  const fields = [...seen].flatMap((at) => written.canaries.in(`zqcanary${at}x`))
  expect(hiddenFields.size, "fields that took such characters").toBeGreaterThan(25)
  for (const one of new Set([...hiddenFields].map(plugin)))
    expect(fields.map(plugin), "plugins whose texts were seen on some page").toContain(one)
})

it("nor has a conversation: the question and its options, what tools were asked and answered, the pickers", async () => {
  const address = `https://status.example.test/${HIDDEN}x`
  const provider = await startProvider([
    {
      match: "ask me",
      steps: [
        {
          think: text("Hm."),
          say: text("I look."),
          calls: [{ name: "catalog_getSystem", arguments: { systemId: system.id } }],
        },
        { calls: [{ name: "ai_saveMemory", arguments: { text: text("from the model") } }] },
        {
          say: text("**Then** I `ask`."),
          calls: [
            { name: "ai_askOperator", arguments: { question: text("Which?"), options: [address, text("None")] } },
          ],
        },
      ],
    },
    { match: ".", steps: [{ say: "ON_TOPIC" }] },
  ])
  const connection = await call("ai.createConnection", {
    driver: "openai-compatible",
    label: "Gateway",
    baseUrl: `${provider.url}/v1`,
    apiKey: "a-key-of-the-gateway",
    defaultModel: "qwen3-32b",
  })
  const conversation = await begin(ana, "Hidden", { connectionId: connection.id })
  await sayTo(ana, url, conversation.id, text("ask me"))
  const { page } = await browser.visit(signedInAs(ana, url))
  await page.goto(url + conversation.path)
  await page.getByText("Which?").first().waitFor()
  // Each opens once, and is then no longer among the closed ones.
  const closed = page.getByRole("article").locator("button[aria-expanded=false]:not([aria-haspopup])")
  for (let left = await closed.count(); left > 0; left--) await closed.first().press("Enter")
  await page.getByRole("button", { name: /^Skill/ }).click()
  await page.getByRole("menu").waitFor()
  expect(await rawOn(page)).toEqual([])
  expect(await page.locator("[data-hidden-character]").count()).toBeGreaterThan(40)
})

/** The input with such characters in every text that its contract lets have them. */
function hiddenIn(verb: string, input: object): object {
  const schema = inputSchemaOf(procedures.find((procedure) => metaOf(procedure).id === verb)!)
  const source = JSON.stringify(input)
  let made = source
  for (const [canary] of source.matchAll(/zqcanary\d+x/g)) {
    const next = made.replaceAll(canary, text(canary))
    if (!schema.safeParse(JSON.parse(next)).success) continue
    made = next
    hiddenFields.add(`${verb} ${canary}`)
  }
  return made === source ? input : JSON.parse(made)
}

/** Texts of the page, and names of its controls, with any such character in them. */
async function rawOn(page: Page): Promise<string[]> {
  return page.evaluate((hidden) => {
    const isRaw = (value: string | null) => [...hidden].some((character) => value?.includes(character))
    const raw: string[] = []
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node; node = walk.nextNode())
      // What is typed into stays as it is.
      if (isRaw(node.nodeValue) && !node.parentElement?.closest("textarea, script, style"))
        raw.push(`<${node.parentElement?.tagName.toLowerCase()}> ${node.nodeValue}`)
    for (const element of document.querySelectorAll("[aria-label], [title], [alt]"))
      for (const name of ["aria-label", "title", "alt"])
        if (isRaw(element.getAttribute(name))) raw.push(`${name}: ${element.getAttribute(name)}`)
    return raw
  }, HIDDEN)
}
