import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { getSystem } from "../systems/get-system.ts"
import { createGroup, updateGroup } from "./change-group.ts"
import { deleteGroup, previewDeleteGroup } from "./delete-group.ts"
import { addSystemToGroup, removeSystemFromGroup } from "./group-members.ts"
import { getGroup, listGroups } from "./list-groups.ts"

const { as, system, report, group, trail } = await testCatalog()
const ana = await as("ana", "operator")

describe("groups", () => {
  it("are created, renamed and refused a taken name", async () => {
    const created = await createGroup(ana, { name: "Payments", description: "Money." })

    const after = await updateGroup(ana, { groupId: created.id, version: 1, name: "Payment" })

    expect(after).toMatchObject({ name: "Payment", description: "Money.", version: 2 })
    await expect(createGroup(ana, { name: "PAYMENT" })).rejects.toThrow('The name "PAYMENT" is taken by another group.')
    await expect(updateGroup(ana, { groupId: created.id, version: 1, name: "P" })).rejects.toMatchObject({
      code: "conflict",
      current: { name: "Payment", version: 2 },
    })
    expect(await trail("catalog.updateGroup")).toMatchObject([
      { thing_type: "catalog.group", before: { name: "Payments" }, after: { name: "Payment" } },
    ])
  })

  it("show the worst status of their systems, and none while nobody reported", async () => {
    const { id: groupId } = await group("Storefront")
    const [a, b, c] = [await system("A"), await system("B"), await system("C")]
    const status = async () => (await getGroup(ana, { groupId })).status
    await addSystemToGroup(ana, { groupId, systemIds: [a.id, b.id, c.id] })

    expect(await status()).toBeNull()
    await report(a.id, "healthy")
    expect(await status()).toBe("healthy")
    await report(b.id, "maintenance")
    expect(await status()).toBe("maintenance")
    await report(a.id, "unhealthy")
    await report(b.id, "degraded")
    expect(await status()).toBe("unhealthy")
    await report(a.id, null)
    expect(await getGroup(ana, { groupId })).toMatchObject({
      status: "degraded",
      systemCount: 3,
      counts: { healthy: 0, maintenance: 0, degraded: 1, unhealthy: 0, notReported: 2 },
    })
  })

  it("are listed in pages, narrowed by words", async () => {
    const first = await listGroups(ana, { limit: 1 })
    const second = await listGroups(ana, { limit: 1, after: first.nextCursor ?? "" })

    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(["Payment", "Storefront"])
    expect((await listGroups(ana, { text: "front" })).items).toMatchObject([{ name: "Storefront" }])
  })

  it("name the systems that leave when they are deleted; the systems stay", async () => {
    const { id: groupId } = await group("Short lived")
    const { id: systemId } = await system("Stays")
    await addSystemToGroup(ana, { groupId, systemIds: [systemId] })

    const preview = await previewDeleteGroup(ana, { groupId })
    const deletion = await deleteGroup(ana, { groupId, version: 1 })

    expect(preview.consequences.map(({ sentence }) => sentence)).toEqual([
      '"Stays" leaves the group and stays in the catalog.',
    ])
    expect(deletion).toEqual(preview)
    // Its record names its groups, so losing one is a change that a stale editor must notice.
    expect(await getSystem(ana, { systemId })).toMatchObject({ name: "Stays", groups: [], version: 3 })
    await expect(getGroup(ana, { groupId })).rejects.toThrow(`The group ${groupId} does not exist.`)
  })
})

describe("addSystemToGroup and removeSystemFromGroup", () => {
  it("tell which systems moved and which were there already, and audit only those that moved", async () => {
    const { id: groupId } = await group("Moving")
    const [one, two] = [await system("One"), await system("Two")]
    await addSystemToGroup(ana, { groupId, systemIds: [one.id] })

    const added = await addSystemToGroup(ana, { groupId, systemIds: [one.id, two.id] })
    const removed = await removeSystemFromGroup(ana, { groupId, systemIds: [two.id] })
    const again = await removeSystemFromGroup(ana, { groupId, systemIds: [two.id] })

    expect(added).toEqual({ added: [{ id: two.id, name: "Two" }], alreadyIn: [{ id: one.id, name: "One" }] })
    expect(removed).toEqual({ removed: [{ id: two.id, name: "Two" }], notIn: [] })
    expect(again).toEqual({ removed: [], notIn: [{ id: two.id, name: "Two" }] })
    expect((await trail("catalog.addSystemToGroup")).filter(({ thing_id }) => thing_id === two.id)).toMatchObject([
      { before: { groups: [] }, after: { groups: [{ name: "Moving" }], version: 2 } },
    ])
    expect(await trail("catalog.removeSystemFromGroup")).toHaveLength(1)
  })

  it("refuse a group that does not exist", async () => {
    const groupId = crypto.randomUUID()
    const { id } = await system("Homeless")

    await expect(addSystemToGroup(ana, { groupId, systemIds: [id] })).rejects.toThrow(
      `The group ${groupId} does not exist. List groups with catalog.listGroups.`,
    )
  })
})
