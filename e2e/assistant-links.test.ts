import { type Session, signIn } from "@countersign/testing"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { thread } from "./assistant-product.ts"
import { begin, startProvider, write } from "./assistant-stage.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const product = await startWithAdministrator()
const { url, ana, administrator } = product
const browser = useBrowser()
const call = <T = { id: string }>(verb: string, input: object) => expectOk(ana.call<T>(verb, input))

/** One thing of each kind that tools tell of, each called like no other. */
const SLACK = { kind: "slack", address: "https://hooks.invalid/services/T000/B000/x" }
const { id: groupId } = await call("catalog.createGroup", { name: "Storefront" })
const { id: environmentId } = await call("catalog.createEnvironment", { name: "Production" })
const { id: ownerTeamId } = await call("platform.createTeam", { name: "Night watch" })
const { id: systemId } = await call("catalog.createSystem", {
  name: "Checkout",
  ownerTeamId,
  groupIds: [groupId],
  environmentIds: [environmentId],
})
await call("catalog.createSystem", { name: "Elsewhere" })
const { id: sharedId } = await call("notification.createChannel", { name: "War room", shared: true, ...SLACK })
const { id: ownId } = await call("notification.createChannel", { name: "My own room", shared: false, ...SLACK })
const robot = await call<{ application: { id: string }; key: string }>("platform.createApplication", {
  name: "Deploy robot",
  roles: ["operator"],
})
const { id: incidentId } = await call("incident.create", {
  title: "Orders fail",
  severity: "minor",
  systemIds: [systemId],
})
const { id: robotsId } = await byKey(robot.key, "incident.create", {
  title: "Orders are slow",
  severity: "minor",
  systemIds: [systemId],
})

const NAMES = `Checkout in Storefront and Production is Night watch's. Orders fail by ${administrator.name}, Orders are slow by Deploy robot.`
const provider = await startProvider([
  {
    match: "Who and what",
    steps: [
      {
        calls: [
          { name: "catalog_getSystem", arguments: { systemId } },
          { name: "incident_get", arguments: { id: incidentId } },
          { name: "incident_get", arguments: { id: robotsId } },
        ],
      },
      { say: NAMES },
    ],
  },
  {
    match: "Which rooms",
    steps: [
      { calls: [{ name: "notification_channels", arguments: {} }] },
      { say: "There are War room and My own room." },
    ],
  },
])
const { id: connectionId } = await call("ai.createConnection", {
  driver: "openai-compatible",
  label: "Gateway",
  baseUrl: `${provider.url}/v1`,
  apiKey: "a-key-of-the-gateway",
  defaultModel: "qwen3-32b",
  disableTopicalClassifier: true,
})

async function asked(who: Session, question: string): Promise<Page> {
  const { path } = await begin(who, question, { connectionId })
  const { page } = await browser.visit(signedInAs(who, url))
  await page.goto(url + path)
  await write(page, question)
  return page
}

it("names things that are links to where each is looked at", async () => {
  const ways: [question: string, name: string, address: string, shown: (page: Page) => Promise<void>][] = [
    ["Who and what", "Checkout", `/catalog/systems/${systemId}`, heading("Checkout")],
    ["Who and what", "Storefront", `/catalog/systems?group=${groupId}`, filtered("Group", "Storefront")],
    [
      "Who and what",
      "Production",
      `/catalog/systems?environment=${environmentId}`,
      filtered("Environment", "Production"),
    ],
    ["Who and what", "Night watch", `/settings/teams/${ownerTeamId}`, heading("Night watch")],
    ["Who and what", "Orders fail", `/incidents/${incidentId}`, heading("Orders fail")],
    ["Who and what", administrator.name, "/settings/people/", heading(administrator.name)],
    ["Who and what", "Deploy robot", `/settings/applications/${robot.application.id}`, heading("Deploy robot")],
    ["Which rooms", "War room", `/settings/notification?channel=${sharedId}`, marked("War room")],
    ["Which rooms", "My own room", `/notification?channel=${ownId}`, marked("My own room")],
  ]
  for (const question of ["Who and what", "Which rooms"]) {
    const page = await asked(ana, question)
    for (const [, name, address, shown] of ways.filter(([one]) => one === question)) {
      await thread(page).getByRole("link", { name, exact: true }).first().click()
      await page.waitForURL((now) => `${now.pathname}${now.search}`.startsWith(address))
      await shown(page)
      await page.goBack()
    }
  }
  expect(ways).toHaveLength(9)
})

it("makes no link of what its reader has no page for", async () => {
  const rules = ["ai.chat.read", "catalog.system.read", "catalog.group.read", "incident.incident.read"]
  const { id: role } = await call("platform.createRole", { name: "Looks at systems", rules })
  const { email, password } = await join(product, "Vera", role)
  const page = await asked(await signIn(url, email, password), "Who and what")
  for (const name of ["Checkout", "Storefront"])
    await thread(page).getByRole("link", { name, exact: true }).first().waitFor()
  expect(await thread(page).getByText(NAMES).count()).toBe(1)
  for (const name of ["Night watch", administrator.name, "Deploy robot"])
    expect(await thread(page).getByRole("link", { name, exact: true }).count(), name).toBe(0)
})

function heading(name: string) {
  return (page: Page) => page.getByRole("heading", { level: 1, name }).waitFor()
}

/** The list of systems shows the one, by a filter that says so. */
function filtered(filter: string, name: string) {
  return async (page: Page) => {
    await page.getByRole("link", { name: "Checkout" }).waitFor()
    const chosen = page.getByRole("combobox", { name: filter }).locator("option:checked")
    await expect.poll(() => chosen.textContent()).toBe(name)
    expect(await page.getByRole("link", { name: "Elsewhere" }).count()).toBe(0)
  }
}

function marked(name: string) {
  return (page: Page) => page.locator('li[aria-current="true"]').getByText(name).waitFor()
}

/** Calls a verb as a script would. */
async function byKey(key: string, verb: string, input: object): Promise<{ id: string }> {
  const answer = await fetch(`${url}/api/v1/${verb.replace(".", "/")}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(input),
  })
  return expectOk(answer.json().then((body) => ({ status: answer.status, body })))
}
