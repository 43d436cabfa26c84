import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { changes } from "../changes/changes.ts"
import { browse } from "../groups/browse.ts"
import { addSystemToGroup } from "../groups/group-members.ts"
import { listGroups } from "../groups/list-groups.ts"
import { getStatusTimeline } from "../status/get-status-timeline.ts"
import { listSystems } from "../systems/list-systems.ts"
import { exportCatalog } from "../transfer/export-catalog.ts"
import { addSample, removeSample } from "./sample.ts"

const { as, system, group, grant, clock, platform, database } = await testCatalog()
const ada = await as("ada", "administrator")

describe("the sample catalog", () => {
  it("fills an empty catalog with systems in every state and a past, once", async () => {
    const first = await addSample(ada, {})
    const again = await addSample(ada, {})

    const page = await browse(ada, {})
    expect(first.added).toBe(13)
    expect(again.added).toBe(0)
    expect(page).toMatchObject({
      systemCount: 8,
      counts: { healthy: 4, maintenance: 1, degraded: 1, unhealthy: 1, notReported: 1 },
    })
    expect(page.groups).toHaveLength(3)
    const { items } = await listSystems(ada, { text: "checkout", tags: ["sample"] })
    const to = clock.now.toISOString()
    const from = new Date(clock.now.getTime() - 90 * 86_400_000).toISOString()
    const timeline = await getStatusTimeline(ada, { systemId: items[0]?.id ?? "", from, to })
    expect(new Set(timeline.segments.map(({ status }) => status))).toContain("unhealthy")
    const { items: changed } = await changes(ada, {})
    expect(changed.map(({ systems }) => systems.map(({ name }) => name))).toEqual([
      ["Product search", "Web shop"],
      ["Checkout"],
    ])
    await removeSample(ada, {})
    expect((await database.pool.query("SELECT 1 FROM catalog.change")).rowCount).toBe(0)
  })

  it("makes way for names people already use, and removing it removes exactly what it added", async () => {
    const own = await system("Checkout", { description: "Ours." })
    const payments = await group("Payments")
    const before = (await exportCatalog(ada, {})).text
    await addSample(ada, {})
    expect((await listSystems(ada, { text: "checkout" })).items.map(({ name }) => name)).toEqual([
      "Checkout",
      "Checkout (sample)",
    ])
    const { items: groups } = await listGroups(ada, { text: "storefront" })
    await addSystemToGroup(ada, { groupId: groups[0]?.id ?? "", systemIds: [own.id] })
    const { items: sampled } = await listSystems(ada, { tags: ["sample"] })
    await grant("theo", "viewer", "catalog.system", sampled[0]?.id ?? "")

    const { removed } = await removeSample(ada, {})

    expect(removed).toBe(13)
    expect((await exportCatalog(ada, {})).text).toBe(before)
    expect((await listGroups(ada, {})).items).toMatchObject([{ id: payments.id }])
    const grants = await database.pool.query("SELECT 1 FROM platform.team_grant")
    expect(grants.rowCount).toBe(0)
    expect(await removeSample(ada, {})).toEqual({ removed: 0 })
  })

  it("comes and goes with the platform's own switch", async () => {
    const call = (verb: "addSample" | "removeSample") =>
      platform.verbs.get(`platform.${verb}`)?.(ada, {} as never) as Promise<{ present: boolean }>

    expect(await call("addSample")).toMatchObject({ present: true })
    expect((await listSystems(ada, { tags: ["sample"] })).items).toHaveLength(8)
    expect(await call("removeSample")).toMatchObject({ present: false })
    expect((await listSystems(ada, { tags: ["sample"] })).items).toEqual([])
  })
})
