import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { begin, sayTo, startProvider } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { placesAfterSignIn } from "./places.ts"
import { expectOk, startWithAdministrator } from "./product.ts"
import { seedPages } from "./seed-pages.ts"
import { visitAll } from "./tour.ts"

/** A direction that is forced, a width of nothing, an isolate, a tag, a soft hyphen and a blank letter. */
const HIDDEN = "\u202e\u200b\u2066\u{e0041}\u00ad\u3164"
const text = (words: string) => `${words} A${HIDDEN}B`

const { url, ana } = await startWithAdministrator()
const call = <T = { id: string }>(verb: string, input: object = {}) => expectOk(ana.call<T>(verb, input))
const things = await seedPages(ana)
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

it("no page has a character in its text that nobody sees", async () => {
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
  ].map((path) => ({ name: path, path }))
  await visitAll(url, page, [...placesAfterSignIn(things), ...more], async ({ name }) => {
    found.push(...(await rawOn(page)).map((one) => `${name}: ${one}`))
    marks += await page.locator("[data-hidden-character]").count()
  })
  expect(found).toEqual([])
  expect(marks).toBeGreaterThan(100)
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
