import type { Caller } from "@countersign/core/server"
import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { getEnvironment } from "../environments/list-environments.ts"
import { browse } from "../groups/browse.ts"
import { deleteGroup, previewDeleteGroup } from "../groups/delete-group.ts"
import { addSystemToGroup, removeSystemFromGroup } from "../groups/group-members.ts"
import { getGroup, listGroups } from "../groups/list-groups.ts"
import { getStatusTimeline } from "../status/get-status-timeline.ts"
import { reportStatus } from "../status/report-status.ts"
import { exportCatalog } from "../transfer/export-catalog.ts"
import { createSystem } from "./create-system.ts"
import { deleteSystem, previewDeleteSystem } from "./delete-system.ts"
import { getSystem } from "./get-system.ts"
import { listSystems } from "./list-systems.ts"
import { listTags } from "./list-tags.ts"
import { setSystemEnvironments, updateSystem } from "./update-system.ts"

const { as, system, group, environment, grant, makePrivate, report } = await testCatalog()
const shared = await group("Shared")
const production = await environment("Production")
const inBoth = { groupIds: [shared.id], environmentIds: [production.id] }
const open = await system("Open", { ...inBoth, tags: ["open"] })
const hidden = await system("Hidden", { ...inBoth, tags: ["hidden"] })
await report(open.id, "healthy")
await report(hidden.id, "unhealthy")
await grant("tina", "viewer", "catalog.system", open.id)
await grant("theo", "editor", "catalog.system", hidden.id)
await makePrivate("catalog.system", hidden.id)
const admin = await as("ada", "administrator")
const tina = await as("tina", "anonymous")
const theo = await as("theo", "viewer")

const listedFor = async (caller: Caller) => (await listSystems(caller, {})).items.map(({ name }) => name)

describe("what a caller may see of the catalog", () => {
  it("shows a team's viewer only what the team was granted", async () => {
    expect(await listedFor(tina)).toEqual(["Open"])
    expect(await browse(tina, {})).toMatchObject({ systemCount: 1, groups: [{ name: "Shared", status: "healthy" }] })
    expect(await getSystem(tina, { systemId: open.id })).toMatchObject({ name: "Open", mayManage: false })
    await expect(listGroups(tina, {})).rejects.toThrow("lacks the permission catalog.group.read")
  })

  it("hides a private system from everybody without a grant, administrators included", async () => {
    expect(await listedFor(admin)).toEqual(["Open"])
    expect(await listedFor(theo)).toEqual(["Hidden", "Open"])
    expect(await getSystem(theo, { systemId: hidden.id })).toMatchObject({ mayManage: true })
    expect((await listTags(admin, {})).tags).toEqual([{ tag: "open", systemCount: 1 }])
    expect((await exportCatalog(admin, {})).text).not.toContain("Hidden")
    expect((await exportCatalog(theo, {})).text).toContain("Hidden")
  })

  it("rolls up and counts only what the caller sees, so that a private outage shows nowhere", async () => {
    expect(await getGroup(admin, { groupId: shared.id })).toMatchObject({ status: "healthy", systemCount: 1 })
    expect(await getGroup(theo, { groupId: shared.id })).toMatchObject({ status: "unhealthy", systemCount: 2 })
    expect((await listGroups(admin, {})).items).toMatchObject([{ status: "healthy", counts: { unhealthy: 0 } }])
    expect(await browse(admin, {})).toMatchObject({ systemCount: 1, counts: { unhealthy: 0, healthy: 1 } })
    expect(await getEnvironment(admin, { environmentId: production.id })).toMatchObject({ systemCount: 1 })
    expect((await previewDeleteGroup(admin, { groupId: shared.id })).consequences).toMatchObject([{ names: ["Open"] }])
  })

  it("answers for another team's private system as for one that is gone, whatever is asked", async () => {
    const gone = await system("Gone")
    await deleteSystem(admin, { systemId: gone.id })
    const day = { from: "2026-04-30T00:00:00Z", to: "2026-05-02T00:00:00Z" }
    const attempts: ((systemId: string) => Promise<unknown>)[] = [
      (systemId) => getSystem(admin, { systemId }),
      (systemId) => updateSystem(admin, { systemId, version: 1, name: "Mine" }),
      (systemId) => setSystemEnvironments(admin, { systemId, version: 1, environmentIds: [] }),
      (systemId) => previewDeleteSystem(admin, { systemId }),
      (systemId) => deleteSystem(admin, { systemId }),
      (systemId) => addSystemToGroup(admin, { groupId: shared.id, systemIds: [open.id, systemId] }),
      (systemId) => removeSystemFromGroup(admin, { groupId: shared.id, systemIds: [systemId] }),
      (systemId) => reportStatus(admin, { systemId, source: "test", status: "healthy" }),
      (systemId) => getStatusTimeline(admin, { systemId, ...day }),
    ]

    for (const attempt of attempts) {
      const answers = await Promise.all(
        [hidden.id, gone.id].map((id) => attempt(id).catch((error) => [error.code, error.message.replace(id, "...")])),
      )
      expect(answers[0]).toEqual(["not_found", "The system ... does not exist, or is not yours to see."])
      expect(answers[1]).toEqual(answers[0])
    }
  })

  it("is not fooled by an id in capital letters", async () => {
    await expect(getSystem(admin, { systemId: hidden.id.toUpperCase() })).rejects.toThrow("is not yours to see")
    expect(await getSystem(theo, { systemId: hidden.id.toUpperCase() })).toMatchObject({ name: "Hidden" })
  })

  it("says no more than that the name is taken when it belongs to a private system", async () => {
    await expect(createSystem(admin, { name: "hidden" })).rejects.toThrow(
      'The name "hidden" is taken by another system. Choose a different one.',
    )
  })

  it("takes private systems out of a deleted group without naming them", async () => {
    const passing = await group("Passing")
    await addSystemToGroup(theo, { groupId: passing.id, systemIds: [hidden.id] })

    expect((await deleteGroup(admin, { groupId: passing.id })).consequences).toEqual([])
    expect((await getSystem(theo, { systemId: hidden.id })).groups.map(({ name }) => name)).toEqual(["Shared"])
  })
})
