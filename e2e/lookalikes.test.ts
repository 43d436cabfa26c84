import { type LookalikeWay, type LookalikeWorld, making, opening, type Showing, typingInto } from "@countersign/testing"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { plugins } from "../apps/server/src/plugins.ts"
import { plugins as webPlugins } from "../apps/web/src/plugins.ts"
import { startOidcProvider } from "../packages/core/src/identity/oidc/oidc-provider.fixture.ts"
import { platformPlugin } from "../packages/core/src/reserved/platform-plugin.ts"
import { signedInAs, useBrowser } from "./browser.ts"
import { expectOk, join, startWithAdministrator, testingFaces } from "./product.ts"

const product = await startWithAdministrator()
const { url, ana } = product
const browser = useBrowser()
const { issuer, clientId, clientSecret } = await startOidcProvider()

const call = <T = { id: string }>(verb: string, input: object = {}) => expectOk(ana.call<T>(verb, input))
const world: LookalikeWorld = { call, systemId: (await call("catalog.createSystem", { name: "Harbour" })).id }
const adding = (button: string) => (page: Page) => page.getByRole("button", { name: button }).first().click()

/** The platform's own; those of plugins stand in their testing faces. */
const OWN: Readonly<Record<string, LookalikeWay>> = {
  "platform.person": {
    make: async (_, name) => (await join(product, name)).id,
    list: "/settings/people",
    names: ["Aurora1", "Auroral"],
    panels: [
      async (page, _, ids) => {
        const teamId = await addTeam("Day")
        for (const memberId of ids) await call("platform.addTeamMember", { teamId, kind: "user", memberId })
        await page.goto(`/settings/teams/${teamId}`)
      },
    ],
    pickers: [
      async (page, ...rest) => typingInto(`/settings/teams/${await addTeam("Night")}`, "Add a person")(page, ...rest),
    ],
  },
  "platform.team": {
    make: making("platform.createTeam"),
    list: "/settings/teams",
    pickers: [typingInto("/catalog/systems/new", "Owner team"), opening("/settings/people")],
  },
  "platform.role": {
    make: making("platform.createRole", { rules: [] }),
    list: "/settings/roles",
    pickers: [typingInto("/settings/applications", "Roles", adding("New application")), opening("/settings/people")],
  },
  "platform.application": {
    make: async (_, name) => {
      const made = await call<{ application: { id: string } }>("platform.createApplication", {
        name,
        roles: ["viewer"],
      })
      return made.application.id
    },
    list: "/settings/applications",
  },
  "platform.oauth": {
    make: async (_, name) => {
      const made = await call<{ client: { id: string } }>("platform.addOauthClient", {
        name,
        redirectUris: ["http://127.0.0.1/callback"],
      })
      return made.client.id
    },
    list: "/settings/ai/mcp",
  },
  "platform.oidc": {
    make: making("platform.addOidcProvider", { issuer, clientId, clientSecret }),
    list: "/settings/sign-in",
  },
  "platform.secret": {
    make: async (_, name) =>
      (await call<{ name: string }>("platform.setSecret", { name, value: "not a real token" })).name,
    list: "/settings/secrets",
    names: ["deploy.aurora1", "deploy.auroral"],
  },
}
const WAYS: Readonly<Record<string, LookalikeWay>> = Object.assign(
  { ...OWN },
  ...testingFaces.map(({ lookalikes = {} }) => lookalikes),
)

async function addTeam(name: string): Promise<string> {
  return (await call("platform.createTeam", { name })).id
}

const found = webPlugins.flatMap(({ palette }) => palette).flatMap((source) => ("search" in source ? [source] : []))
/** Things that the palette finds and that no name tells from others. */
const NOT_MARKED: Readonly<Record<string, string>> = Object.assign(
  {},
  ...testingFaces.map(({ unmarkedInPalette = {} }) => unmarkedInPalette),
)

it("knows why the palette does not mark what it does not mark", () => {
  const marked = found.filter(({ lookalikes }) => lookalikes !== undefined)
  expect(marked.length).toBeGreaterThan(3)
  const others = found.filter((one) => !marked.includes(one)).map(({ group }) => group)
  expect(others.sort()).toEqual(Object.keys(NOT_MARKED).sort())
})

const inPalette: Showing = async (page) => {
  await page.goto("/account")
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
  const ids = [await way.make(world, one), await way.make(world, other)]
  const ends = ids.map((id) => `…${id.slice(-8)}`)
  const { page } = await browser.visit({ ...signedInAs(ana, url), baseURL: url })
  const palette = found.filter(({ lookalikes }) => lookalikes === type).map(() => inPalette)
  for (const show of [opening(way.list), ...(way.panels ?? []), ...(way.pickers ?? []), ...palette]) {
    await show(page, world, ids)
    const where = show === inPalette ? page.getByRole("dialog") : page.locator("body")
    for (const end of ends) await expect.poll(() => where.textContent()).toContain(end)
  }
})
