import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { plugins } from "../apps/server/src/plugins.ts"
import { plugins as webPlugins } from "../apps/web/src/plugins.ts"
import { startOidcProvider } from "../packages/core/src/identity/oidc/oidc-provider.fixture.ts"
import { platformPlugin } from "../packages/core/src/reserved/platform-plugin.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator } from "./product.ts"

const product = await startWithAdministrator()
const { url, ana } = product
const browser = useBrowser()
const { issuer, clientId, clientSecret } = await startOidcProvider()

const call = <T = { id: string }>(verb: string, input: object) => expectOk(ana.call<T>(verb, input))
const make =
  (verb: string, more: object = {}) =>
  async (name: string) =>
    (await call(verb, { name, ...more })).id

interface Way {
  make(name: string): Promise<string>
  list: string
  /** Where else some of them stand in a list. */
  panels?: readonly ((page: Page, ids: readonly string[]) => Promise<void>)[]
  /** Boxes one chooses such a thing from: opens one, so that its options are there. */
  pickers?: readonly ((page: Page) => Promise<void>)[]
  /** Where a name takes no letters of other scripts. */
  names?: readonly [string, string]
}

const box = (path: string, name: string, open?: (page: Page) => Promise<void>) => async (page: Page) => {
  await page.goto(url + path)
  await open?.(page)
  const combobox = page.getByRole("combobox", { name }).first()
  await combobox.fill("Auro")
}
const choices = (path: string, button: RegExp) => async (page: Page) => {
  await page.goto(url + path)
  await page.getByRole("button", { name: button }).click()
}
const words = (path: string) => (page: Page) => page.goto(url + path).then(() => {})
const adding = (button: string) => (page: Page) => page.getByRole("button", { name: button }).first().click()

/** What is about a system stands on that system's page too. */
const subject = call("catalog.createSystem", { name: "Harbour" })
const onSystem = async (page: Page) => {
  await page.goto(`${url}/catalog/systems/${(await subject).id}`)
}
/** What is wrong stands on the start page. */
const onHome = async (page: Page, ids: readonly string[]) => {
  for (const systemId of ids)
    await call("catalog.reportStatus", {
      systemId,
      source: "probe",
      status: "unhealthy",
      reason: "It does not answer.",
    })
  await page.goto(url)
}
const about = (verb: string, more: object) => async (title: string) =>
  (await call(verb, { title, systemIds: [(await subject).id], ...more })).id

const WAYS: Readonly<Record<string, Way>> = {
  "catalog.system": {
    make: make("catalog.createSystem"),
    list: "/catalog/systems",
    panels: [words("/catalog"), onHome],
    pickers: [box("/incidents/new", "Systems")],
  },
  "catalog.group": {
    make: make("catalog.createGroup"),
    list: "/catalog/groups",
    panels: [words("/catalog")],
    pickers: [box("/catalog/systems/new", "Groups"), words("/catalog/systems")],
  },
  "catalog.environment": {
    make: make("catalog.createEnvironment"),
    list: "/catalog/environments",
    pickers: [box("/catalog/systems/new", "Environments"), words("/catalog/systems")],
  },
  "platform.person": {
    make: async (name) => (await join(product, name)).id,
    list: "/settings/people",
    names: ["Aurora1", "Auroral"],
    panels: [
      async (page, ids) => {
        const teamId = await make("platform.createTeam")("Day")
        for (const memberId of ids) await call("platform.addTeamMember", { teamId, kind: "user", memberId })
        await page.goto(`${url}/settings/teams/${teamId}`)
      },
    ],
    pickers: [
      async (page) => box(`/settings/teams/${await make("platform.createTeam")("Night")}`, "Add a person")(page),
    ],
  },
  "platform.team": {
    make: make("platform.createTeam"),
    list: "/settings/teams",
    pickers: [box("/catalog/systems/new", "Owner team"), words("/settings/people")],
  },
  "platform.role": {
    make: make("platform.createRole", { rules: [] }),
    list: "/settings/roles",
    pickers: [box("/settings/applications", "Roles", adding("New application")), words("/settings/people")],
  },
  "platform.application": {
    make: async (name) => {
      const made = await call<{ application: { id: string } }>("platform.createApplication", {
        name,
        roles: ["viewer"],
      })
      return made.application.id
    },
    list: "/settings/applications",
  },
  "platform.oauth": {
    make: async (name) => {
      const made = await call<{ client: { id: string } }>("platform.addOauthClient", {
        name,
        redirectUris: ["http://127.0.0.1/callback"],
      })
      return made.client.id
    },
    list: "/settings/ai/mcp",
  },
  "platform.oidc": {
    make: make("platform.addOidcProvider", { issuer, clientId, clientSecret }),
    list: "/settings/sign-in",
  },
  "platform.secret": {
    make: async (name) =>
      (await call<{ name: string }>("platform.setSecret", { name, value: "not a real token" })).name,
    list: "/settings/secrets",
    names: ["deploy.aurora1", "deploy.auroral"],
  },
  "incident.incident": {
    make: about("incident.create", { severity: "minor" }),
    list: "/incidents",
    panels: [onSystem],
  },
  "maintenance.window": {
    make: about("maintenance.create", { startsAt: "2126-01-01T22:00:00Z", endsAt: "2126-01-01T23:00:00Z" }),
    list: "/maintenance",
    panels: [onSystem],
  },
  "healthcheck.healthcheck": {
    make: async (name) => {
      const assignments = [{ systemId: (await subject).id }]
      const config = { url: "https://shop.example.test/" }
      return (await call("healthcheck.create", { name, strategyId: "http", config, assignments })).id
    },
    list: "/checks",
    panels: [onSystem],
  },
  "notification.channel": {
    make: make("notification.createChannel", {
      kind: "slack",
      address: "https://hooks.invalid/services/T000/B000/x",
      shared: true,
    }),
    list: "/settings/notification",
  },
  "ai.skill": {
    make: async (title) => (await call("ai.createSkill", { title, text: "Short sentences." })).id,
    list: "/settings/ai/skills",
    pickers: [
      async (page) => {
        await call("ai.createConnection", { driver: "rehearsal", label: "Rehearsal" })
        await choices("/assistant/new", /^Skill/)(page)
      },
    ],
  },
  "ai.connection": {
    make: async (label) => (await call("ai.createConnection", { driver: "rehearsal", label })).id,
    list: "/settings/ai/connections",
    pickers: [choices("/assistant/new", /^Model/)],
  },
}

const found = webPlugins.flatMap(({ palette }) => palette).flatMap((source) => ("search" in source ? [source] : []))
/** Things that the palette finds and that no name tells from others. */
const NOT_MARKED: Readonly<Record<string, string>> = {
  Conversations: "A conversation is its owner's alone, and nobody else gives it a title.",
  Help: "Pages of the guide come with the product, and nobody names one.",
  "Pages of the site": "Titles of pages repeat by nature, and the page that opens shows its address.",
}

it("knows why the palette does not mark what it does not mark", () => {
  const marked = found.filter(({ lookalikes }) => lookalikes !== undefined)
  expect(marked.length).toBeGreaterThan(3)
  const others = found.filter((one) => !marked.includes(one)).map(({ group }) => group)
  expect(others.sort()).toEqual(Object.keys(NOT_MARKED).sort())
})

const inPalette = async (page: Page) => {
  await page.goto(`${url}/account`)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.keyboard.press("Control+k")
  await page.getByRole("dialog").getByRole("combobox").fill("Auro")
}

const kinds = [platformPlugin, ...plugins].flatMap(({ names = [] }) => names).map(({ type }) => type)

it("knows a way to every kind of thing that has a name", () => {
  expect(kinds.length).toBeGreaterThan(10)
  expect(Object.keys(WAYS).sort()).toEqual([...kinds].sort())
})

it.each(kinds)("%s: two that look alike are told apart in their list and wherever one chooses", async (type) => {
  const way = WAYS[type]!
  // The last letter of the second is Cyrillic.
  const [one, other] = way.names ?? ["Aurora", "Aurorа"]
  const ids = [await way.make(one), await way.make(other)]
  const ends = ids.map((id) => `…${id.slice(-8)}`)
  const { page } = await browser.visit(signedInAs(ana, url))
  const palette = found.filter(({ lookalikes }) => lookalikes === type).map(() => inPalette)
  for (const show of [words(way.list), ...(way.panels ?? []), ...(way.pickers ?? []), ...palette]) {
    await show(page, ids)
    const where = show === inPalette ? page.getByRole("dialog") : page.locator("body")
    for (const end of ends) await expect.poll(() => where.textContent()).toContain(end)
  }
})
