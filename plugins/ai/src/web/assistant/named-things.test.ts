import { describe, expect, it } from "vitest"
import { type KnownThings, namedThings } from "./named-things.ts"

const PATHS: Readonly<Record<string, string>> = {
  "catalog.system": "/catalog/systems/",
  "catalog.group": "/catalog/systems?group=",
  "incident.incident": "/incidents/",
  "platform.person": "/settings/people/",
  "platform.team": "/settings/teams/",
  "notification.channel": "/notification?channel=",
  "ai.doc": "/help/",
}
const known: KnownThings = {
  types: Object.keys(PATHS),
  // Whoever reads here may not see teams.
  hrefOf: ({ type, id }) => (type === "platform.team" ? undefined : `${PATHS[type]}${id}`),
}
const told = (toolName: string, result: unknown) => namedThings(known, toolName, JSON.stringify(result))
const id = (end: number) => `7f3c2a10-0000-4000-8000-00000000000${end}`

describe("namedThings", () => {
  it("finds what a list told of, and what stands inside of it", () => {
    const incident = {
      id: id(1),
      title: "Search is slow",
      systems: [{ id: id(2), name: "Search", ownerTeam: { id: id(4), name: "Night" } }],
      openedBy: { id: id(3), name: "Ana" },
    }

    expect(told("incident.list", { items: [incident], nextCursor: null })).toEqual([
      ["Search is slow", `/incidents/${id(1)}`],
      ["Search", `/catalog/systems/${id(2)}`],
      ["Ana", `/settings/people/${id(3)}`],
    ])
    expect(told("catalog.getSystem", { id: id(2), name: "Search" })).toEqual([["Search", `/catalog/systems/${id(2)}`]])
    expect(told("catalog.listGroups", { items: [{ id: id(1), name: "Storefront" }] })).toEqual([
      ["Storefront", `/catalog/systems?group=${id(1)}`],
    ])
    expect(told("ai.listDocs", { pages: [{ slug: "start/first-steps", title: "First steps" }] })).toEqual([
      ["First steps", "/help/start/first-steps"],
    ])
  })

  it("finds whoever is called where their id stands behind their name", () => {
    const contacts = [
      { kind: "person", label: "Nights", value: id(3), display: "Ana" },
      { kind: "person", label: "Days", value: "+49 30 1234567", display: "+49 30 1234567" },
    ]
    expect(told("catalog.getSystem", { contacts })).toEqual([["Ana", `/settings/people/${id(3)}`]])
  })

  it("believes a kind where it is one of things, and else the key", () => {
    const channel = { id: id(1), kind: "slack", name: "Room" }
    const subscription = { id: id(2), target: { kind: "group", id: id(3), name: "Shop" }, channel }

    expect(told("notification.channels", { items: [channel] })).toEqual([["Room", `/notification?channel=${id(1)}`]])
    expect(told("notification.subscriptions", { items: [subscription] })).toEqual([
      ["Shop", `/catalog/systems?group=${id(3)}`],
      ["Room", `/notification?channel=${id(1)}`],
    ])
  })

  it("makes nothing of what has no page for the reader, of what is no id, of texts and of broken answers", () => {
    expect(told("catalog.issues", { checked: [{ id: "catalog", name: "Systems" }] })).toEqual([])
    expect(told("catalog.getSystem", { id: "../../settings", name: "Search" })).toEqual([])
    expect(told("ai.getDoc", { slug: "../settings/people", title: "People" })).toEqual([])
    expect(told("platform.listTeams", { items: [{ id: id(4), name: "Night" }] })).toEqual([])
    expect(namedThings(known, "incident.list", "No.")).toEqual([])
  })
})
