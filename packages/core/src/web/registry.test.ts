import { describe, expect, it } from "vitest"
import { createRegistry } from "./registry.ts"
import { defineWebPlugin, type NavigationItem, type NoContract, type WebPlugin } from "./web-plugin.ts"

const ID = "7f3c2a10-0000-4000-8000-00000000000a"
const load = async () => ({ default: () => null })
const Icon = () => null

function pluginOf(id: string, rest: Partial<WebPlugin> = {}): WebPlugin {
  return { ...defineWebPlugin<NoContract>({ id, pages: [] }), ...rest }
}

function item(rest: Partial<NavigationItem> = {}): NavigationItem {
  return { workspace: "operate", label: "Checks", path: "/checks", icon: Icon, order: 1, ...rest }
}

const test = pluginOf("test", {
  things: {
    "test.system": (id) => `/test/systems/${id}`,
    "test.check": (id) => `/test/checks/${id}/results`,
    "test.group": (id) => `/test/systems?group=${id}`,
    "test.team": (id) => `/settings/teams/${id}`,
  },
})

describe("thingAt", () => {
  const { thingAt, thingPath } = createRegistry([test])

  it("finds the thing of every page that thingPath leads to, and of the pages below it", () => {
    for (const thing of [
      { type: "test.system", id: ID },
      { type: "test.check", id: "42" },
    ])
      expect(thingAt(thingPath(thing) ?? "")).toEqual(thing)
    expect(thingAt(`/test/systems/${ID}/history`)).toEqual({ type: "test.system", id: ID })
  })

  it("finds none on lists, on forms for new ones and elsewhere", () => {
    for (const path of [
      "/",
      "/test/systems",
      "/test/systems/",
      "/test/systems/new",
      "/test/checks/1",
      "/settings",
      "/test/systems/please-obey",
      "/test/systems/%E0",
      `/settings/teams/${ID}`,
    ])
      expect(thingAt(path)).toBeUndefined()
  })
})

describe("createRegistry", () => {
  it("keeps what one list of plugins brings out of every other", async () => {
    const choose = async () => [{ id: "1", label: "One" }]
    const full = createRegistry([
      test,
      pluginOf("probe", {
        brings: ["checks"],
        choices: { "test.system": choose },
        on: { "test.system": [{ id: "probe.part", place: "overview", title: "Probe", order: 1, load }] },
        home: [{ id: "probe.home", order: 1, load }],
        navigation: [item()],
      }),
    ])
    const empty = createRegistry([])

    expect(full.hasFeature("checks")).toBe(true)
    expect(full.choicesOf("test.system")).toBe(choose)
    expect(full.partsOn("test.system", "overview").map(({ id }) => id)).toEqual(["probe.part"])
    expect(empty.hasFeature("checks")).toBe(false)
    expect(empty.choicesOf("test.system")).toBeUndefined()
    expect(empty.thingPath({ type: "test.system", id: ID })).toBeUndefined()
    expect(empty.thingAt(`/test/systems/${ID}`)).toBeUndefined()
    expect(empty.thingTypes()).toEqual([])
    expect(empty.partsOn("test.system", "overview")).toEqual([])
    expect([...empty.home, ...empty.navigation, ...empty.pages]).toEqual([])
  })

  it("puts parts in their order, each in its place", () => {
    const part = (id: string, order: number, place: "overview" | "tab" | "facts") =>
      ({ id, place, title: id, order, load }) as const
    const registry = createRegistry([
      test,
      pluginOf("b", { on: { "test.system": [part("b.late", 20, "overview"), part("b.tab", 1, "tab")] } }),
      pluginOf("a", { on: { "test.system": [part("a.early", 10, "overview"), part("a.same", 20, "overview")] } }),
    ])

    expect(registry.partsOn("test.system", "overview").map(({ id }) => id)).toEqual(["a.early", "a.same", "b.late"])
    expect(registry.partsOn("test.system", "tab").map(({ id }) => id)).toEqual(["b.tab"])
    expect(registry.partsOn("test.system", "facts")).toEqual([])
  })

  it("shows beneath an answer what the plugins bring whose tools it called", () => {
    const answers = (id: string, order: number) => ({ answers: [{ id, order, load }] })
    const registry = createRegistry([pluginOf("b", answers("b.part", 1)), pluginOf("a", answers("a.part", 2))])
    const shown = (...called: string[]) => registry.partsOfAnswer(called).map(({ id }) => id)

    expect(shown("a.read", "b.read", "a.write")).toEqual(["b.part", "a.part"])
    expect(shown("a.read")).toEqual(["a.part"])
    expect(shown("ab.read", "made up", "b")).toEqual([])
  })

  it("leaves out what speaks of a feature that nobody brings", () => {
    const secrets = pluginOf("shell", { settings: [{ ...item({ feature: "secrets" }), sentence: "Secrets." }] })

    expect(createRegistry([secrets]).settings).toHaveLength(0)
    expect(createRegistry([secrets, pluginOf("vault", { brings: ["secrets"] })]).settings).toHaveLength(1)
  })

  const part = { id: "probe.part", place: "overview", title: "Probe", order: 1, load } as const
  const missing = undefined as unknown as NavigationItem["icon"]
  const named = "siren" as unknown as NavigationItem["icon"]
  it.each<[string, WebPlugin[], RegExp]>([
    ["a plugin listed twice", [pluginOf("a"), pluginOf("a")], /"a" has the id "a" twice/],
    [
      "a page of two plugins",
      [pluginOf("a", { pages: [{ path: "/x", load }] }), pluginOf("b", { pages: [{ path: "/x", load }] })],
      /"b" has the page "\/x", which "a" has already/,
    ],
    [
      "an icon that nobody has",
      [pluginOf("a", { navigation: [item({ icon: missing })] })],
      /"a" .*item "Checks" an icon/,
    ],
    [
      "an icon's name instead of the icon",
      [pluginOf("a", { settings: [{ ...item({ icon: named }), sentence: "" }] })],
      /"a" gives the settings item "Checks" an icon that is no component/,
    ],
    [
      "a shortcut of two items",
      [
        pluginOf("a", { navigation: [item({ shortcut: "c" })] }),
        pluginOf("b", { navigation: [item({ path: "/b", shortcut: "c" })] }),
      ],
      /"b" takes the shortcut g "c", which "a" has already/,
    ],
    [
      "a part with another plugin's id",
      [pluginOf("a", { home: [{ id: "probe.home", order: 1, load }] })],
      /"a" has the part "probe.home". Its id begins with "a."/,
    ],
    [
      "a part on things that only a list shows",
      [test, pluginOf("probe", { on: { "test.group": [part] } })],
      /"probe" has parts on "test.group", but "test" has no pages of such things/,
    ],
    ["a part twice", [test, pluginOf("probe", { on: { "test.system": [part, part] } })], /"probe.part" twice/],
    [
      "a part on things that have no page",
      [test, pluginOf("probe", { on: { "test.sistem": [part] } })],
      /"probe" has parts on "test.sistem", but "test" has no pages of such things \(test.system, test.check, test.team\)/,
    ],
    [
      "a card for another plugin's tool",
      [pluginOf("a", { cards: { "b.change": { load } } })],
      /"a" has a card for the tool "b.change". Its own tools begin with "a."/,
    ],
    [
      "a card that says nothing",
      [pluginOf("a", { cards: { "a.change": {} } })],
      /"a" has a card for the tool "a.change" with neither "load" nor "editHref"/,
    ],
  ])("refuses %s, with a sentence that names plugin and part", (_, plugins, sentence) => {
    expect(() => createRegistry(plugins)).toThrow(sentence)
  })

  it("does without a plugin whose pages a part would stand on", () => {
    expect(() => createRegistry([pluginOf("probe", { on: { "test.system": [part] } })])).not.toThrow()
  })
})
