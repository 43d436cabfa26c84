import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { browse } from "./browse.ts"

const { as, system, group, report } = await testCatalog()
const vera = await as("vera", "viewer")
const [calm, burning, empty] = [await group("Calm"), await group("Burning"), await group("Empty")]
const shop = await system("Shop", { groupIds: [calm.id, burning.id], tags: ["web"] })
const bank = await system("Bank", { groupIds: [burning.id] })
await system("Wiki")
await report(shop.id, "healthy")
await report(bank.id, "unhealthy")

describe("browse", () => {
  it("puts the worst group and the worst system first, and counts a system in two groups once", async () => {
    const page = await browse(vera, {})

    expect(page.groups.map(({ name, status }) => [name, status])).toEqual([
      ["Burning", "unhealthy"],
      ["Calm", "healthy"],
      ["Empty", null],
    ])
    expect(page.groups[0]).toMatchObject({ id: burning.id, systemCount: 2, counts: { unhealthy: 1, healthy: 1 } })
    expect(page.groups[0]?.systems.map(({ name }) => name)).toEqual(["Bank", "Shop"])
    expect(page.ungrouped).toMatchObject({ systemCount: 1, status: null, systems: [{ name: "Wiki", status: null }] })
    expect(page).toMatchObject({ systemCount: 3, counts: { unhealthy: 1, healthy: 1, notReported: 1 } })
  })

  it("leaves out groups without a match while searching", async () => {
    const page = await browse(vera, { tags: ["web"] })

    expect(page.groups.map(({ name }) => name)).toEqual(["Burning", "Calm"])
    expect(page.groups[0]).toMatchObject({ status: "healthy", systemCount: 1 })
    expect(page.ungrouped.systems).toEqual([])
    expect(page.groups.some(({ id }) => id === empty.id)).toBe(false)
  })

  it("shows at most so many systems of a group, the worst of them, but counts all", async () => {
    const page = await browse(vera, { perGroup: 1 })

    expect(page.groups[0]).toMatchObject({ systemCount: 2, systems: [{ name: "Bank" }] })
  })

  it("shows an empty catalog as empty", async () => {
    expect(await browse(vera, { text: "nothing like it" })).toMatchObject({ groups: [], systemCount: 0 })
  })
})
