import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { listSystems } from "./list-systems.ts"
import { listTags } from "./list-tags.ts"

const { as, system, group, environment, report, clock, database } = await testCatalog()
const vera = await as("vera", "viewer")
const team = await database.pool.query("INSERT INTO platform.team (name) VALUES ('Web') RETURNING id")
const storefront = await group("Storefront")
const production = await environment("Production")
const shop = await system("Shop", { tags: ["web", "tier-1"], groupIds: [storefront.id], ownerTeamId: team.rows[0].id })
clock.forward(1)
const search = await system("search", { tags: ["api", "tier-1"], description: "Finds 100% of products_" })
clock.forward(1)
const wiki = await system("Wiki", { environmentIds: [production.id], groupIds: [storefront.id] })
await report(shop.id, "degraded")
await report(wiki.id, "healthy")

type Input = Parameters<typeof listSystems>[1]
const names = async (input: Input) => (await listSystems(vera, input)).items.map(({ name }) => name)

describe("listSystems", () => {
  it("sorts by name whatever the case, by age and by status, either way", async () => {
    expect(await names({})).toEqual(["search", "Shop", "Wiki"])
    expect(await names({ sort: "createdAt", direction: "desc" })).toEqual(["Wiki", "search", "Shop"])
    expect(await names({ sort: "updatedAt" })).toEqual(["Shop", "search", "Wiki"])
    expect(await names({ sort: "status", direction: "desc" })).toEqual(["Shop", "Wiki", "search"])
  })

  it("narrows by words, tags, group, environment, owner, status and ids, and by all of them together", async () => {
    expect(await names({ text: "PRODUCTS finds" })).toEqual(["search"])
    expect(await names({ text: "tier-1 web" })).toEqual(["Shop"])
    expect(await names({ tags: ["tier-1"] })).toEqual(["search", "Shop"])
    expect(await names({ tags: ["tier-1", "web"] })).toEqual(["Shop"])
    expect(await names({ groupId: storefront.id })).toEqual(["Shop", "Wiki"])
    expect(await names({ ungrouped: true })).toEqual(["search"])
    expect(await names({ environmentId: production.id })).toEqual(["Wiki"])
    expect(await names({ ownerTeamId: team.rows[0].id })).toEqual(["Shop"])
    expect(await names({ status: ["notReported", "healthy"] })).toEqual(["search", "Wiki"])
    expect(await names({ systemIds: [wiki.id, search.id] })).toEqual(["search", "Wiki"])
    expect(await names({ systemIds: [] })).toEqual([])
    expect(await names({ groupId: storefront.id, status: ["healthy"], text: "wi" })).toEqual(["Wiki"])
  })

  it("takes percent signs and underscores literally", async () => {
    expect(await names({ text: "100%" })).toEqual(["search"])
    expect(await names({ text: "products_" })).toEqual(["search"])
    expect(await names({ text: "s_op" })).toEqual([])
    expect(await names({ text: "\\" })).toEqual([])
  })

  it("shows no status that nobody reported", async () => {
    const { items } = await listSystems(vera, { text: "search" })

    expect(items).toMatchObject([{ status: null, statusSince: null }])
  })

  it("refuses a page mark of another order", async () => {
    const { nextCursor } = await listSystems(vera, { limit: 1 })

    await expect(listSystems(vera, { sort: "status", after: nextCursor ?? "" })).rejects.toThrow(
      "This page mark does not belong to this list and order.",
    )
  })
})

describe("listTags", () => {
  it("counts each tag, the commonest first", async () => {
    expect((await listTags(vera, {})).tags).toEqual([
      { tag: "tier-1", systemCount: 2 },
      { tag: "api", systemCount: 1 },
      { tag: "web", systemCount: 1 },
    ])
    expect((await listTags(vera, { text: "WE" })).tags).toEqual([{ tag: "web", systemCount: 1 }])
  })
})
