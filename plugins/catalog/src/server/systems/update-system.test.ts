import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { getSystem } from "./get-system.ts"
import { setSystemEnvironments, updateSystem } from "./update-system.ts"

const { as, system, group, environment, grant, trail, report } = await testCatalog()
const ana = await as("ana", "operator")

describe("updateSystem", () => {
  it("changes what it was given, leaves the rest, and writes down before and after", async () => {
    const { id } = await system("Search", { description: "Finds products.", tags: ["api"] })

    const after = await updateSystem(ana, { systemId: id, version: 1, tags: ["api", "tier-2"] })

    expect(after).toMatchObject({ description: "Finds products.", tags: ["api", "tier-2"], version: 2 })
    expect((await trail("catalog.updateSystem")).at(-1)).toMatchObject({
      thing_name: "Search",
      before: { tags: ["api"], version: 1 },
      after: { tags: ["api", "tier-2"], version: 2 },
    })
  })

  it("lets one of two editors save and hands the other the current record", async () => {
    const { id } = await system("Basket")
    const save = (description: string) => updateSystem(ana, { systemId: id, version: 1, description })

    const results = await Promise.allSettled([save("Ana's"), save("Ben's")])

    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"])
    const current = await getSystem(ana, { systemId: id })
    const { mayManage: _, mayDelete: __, reports: ___, ...record } = current
    expect(results.find((result) => result.status === "rejected")).toMatchObject({
      reason: { code: "conflict", current: record, message: expect.stringContaining('"Basket" was changed') },
    })
    expect(current.version).toBe(2)
  })

  it("does not count a change of status as a change of the record", async () => {
    const { id } = await system("Mail")
    await report(id, "degraded")

    await expect(updateSystem(ana, { systemId: id, version: 1, description: "Sends mail." })).resolves.toMatchObject({
      version: 2,
      status: "degraded",
    })
  })

  it("replaces groups and environments together with the rest, or nothing at all", async () => {
    const [a, b] = [await group("A"), await group("B")]
    const { id } = await system("Stock", { groupIds: [a.id] })

    const moved = await updateSystem(ana, { systemId: id, version: 1, groupIds: [b.id] })
    const refused = updateSystem(ana, { systemId: id, version: 2, name: "Stocks", groupIds: [crypto.randomUUID()] })

    expect(moved.groups.map(({ name }) => name)).toEqual(["B"])
    await expect(refused).rejects.toThrow("No group has the id")
    expect(await getSystem(ana, { systemId: id })).toMatchObject({ name: "Stock", groups: [{ name: "B" }] })
  })

  it("can clear the owner team and rename, but not to a taken name", async () => {
    await system("Taken")
    const { id } = await system("Free")

    await expect(updateSystem(ana, { systemId: id, version: 1, name: "taken" })).rejects.toThrow('"taken" is taken')
    expect(await updateSystem(ana, { systemId: id, version: 1, ownerTeamId: null, name: "FREE" })).toMatchObject({
      name: "FREE",
      ownerTeam: null,
    })
  })

  it("is open to a team's editor, not to its viewer", async () => {
    const { id } = await system("Scanner")
    await grant("eddie", "editor", "catalog.system", id)
    await grant("vince", "viewer", "catalog.system", id)
    const eddie = await as("eddie", "anonymous")
    const vince = await as("vince", "anonymous")

    await expect(updateSystem(vince, { systemId: id, version: 1, description: "x" })).rejects.toThrow(
      "lacks the permission catalog.system.manage",
    )
    await expect(updateSystem(eddie, { systemId: id, version: 1, description: "x" })).resolves.toMatchObject({
      version: 2,
    })
    expect((await getSystem(vince, { systemId: id })).mayManage).toBe(false)
    expect((await getSystem(eddie, { systemId: id })).mayManage).toBe(true)
  })
})

describe("setSystemEnvironments", () => {
  it("replaces the list and refuses a stale one", async () => {
    const [production, staging] = [await environment("Production"), await environment("Staging")]
    const { id } = await system("Images", { environmentIds: [production.id] })

    const after = await setSystemEnvironments(ana, { systemId: id, version: 1, environmentIds: [staging.id] })

    expect(after.environments.map(({ name }) => name)).toEqual(["Staging"])
    await expect(setSystemEnvironments(ana, { systemId: id, version: 1, environmentIds: [] })).rejects.toMatchObject({
      code: "conflict",
      current: { environments: [{ name: "Staging" }] },
    })
  })
})
