import { createRegistry, defineWebPlugin, type NoContract } from "@countersign/core/web"
import { describe, expect, it } from "vitest"
import { namedThings } from "./named-things.ts"

const registry = createRegistry([
  defineWebPlugin<NoContract>({
    id: "named-things-test",
    pages: [],
    things: { "catalog.system": (id) => `/catalog/systems/${id}`, "incident.incident": (id) => `/incidents/${id}` },
  }),
])

describe("namedThings", () => {
  it("finds what a list told of, and what stands inside of it", () => {
    const result = JSON.stringify({
      items: [
        {
          id: "1",
          title: "Search is slow",
          systems: [{ id: "2", name: "Search" }],
          openedBy: { id: "3", name: "Ana" },
        },
      ],
      nextCursor: null,
    })
    expect(namedThings(registry, "incident.list", result)).toEqual([
      ["Search is slow", "/incidents/1"],
      ["Search", "/catalog/systems/2"],
    ])
    expect(namedThings(registry, "catalog.getSystem", '{"id":"2","name":"Search"}')).toEqual([
      ["Search", "/catalog/systems/2"],
    ])
  })

  it("makes nothing of groups, which have no page, of texts and of broken answers", () => {
    expect(namedThings(registry, "catalog.listGroups", '{"items":[{"id":"1","name":"Storefront"}]}')).toEqual([])
    expect(namedThings(registry, "incident.list", "No.")).toEqual([])
  })
})
