import { mayReceive } from "@countersign/core/server"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { catalogContract, systemDeleted, systemUpdated } from "../../contract.ts"
import { catalogPlugin } from "../../server.ts"
import { createSystem } from "./create-system.ts"
import { deleteSystem } from "./delete-system.ts"
import { updateSystem } from "./update-system.ts"

const { platform, as, asHolderOf, grant, makePrivate, database } = await testPlatform({ plugins: [catalogPlugin] })

describe("events of systems", () => {
  it("are kept, about their system, in the order of what happened to it", async () => {
    const ana = await as("ana", "administrator")
    const { id, version } = await createSystem(ana, { name: "Shop" })
    await updateSystem(ana, { systemId: id, version, name: "Store" })
    await deleteSystem(ana, { systemId: id })

    const { rows } = await database.pool.query(
      "SELECT event, about_type, payload FROM platform.event WHERE about_id = $1 ORDER BY at",
      [id],
    )
    const about = { about_type: "catalog.system" }
    expect(rows).toEqual([
      { event: "catalog.systemCreated", ...about, payload: { systemId: id, name: "Shop" } },
      { event: "catalog.systemUpdated", ...about, payload: { systemId: id, name: "Store" } },
      { event: "catalog.systemDeleted", ...about, payload: { systemId: id, name: "Store", wasPrivate: false } },
    ])
  })

  it("tell apart that it runs elsewhere now: once, and not when anything else about it changes", async () => {
    const ana = await as("ana", "administrator")
    const [here, there] = [await environment("Here"), await environment("There")]
    const { id: systemId } = await createSystem(ana, { name: "Kiosk", environmentIds: [here] })
    const change = async (input: object) => {
      const { version } = await platform.call(ana, catalogContract.getSystem, { systemId })
      await updateSystem(ana, { systemId, version, ...input })
    }
    const told = async () => {
      const { rows } = await database.pool.query(
        "SELECT 1 FROM platform.event WHERE about_id = $1 AND event = 'catalog.systemEnvironmentsChanged'",
        [systemId],
      )
      return rows.length
    }
    await change({ description: "Sells papers." })
    await change({ environmentIds: [here] })
    expect(await told()).toBe(0)
    await change({ environmentIds: [there, here] })
    await change({ environmentIds: [here, there] })
    expect(await told()).toBe(1)
    const text = "systems:\n  - name: Kiosk\n    description: Sells books.\n    environments: [There]\n"
    await platform.call(ana, catalogContract.importCatalog, { format: "yaml", mode: "apply", text })
    expect(await told()).toBe(2)
    await platform.call(ana, catalogContract.deleteEnvironment, { environmentId: there })
    expect(await told()).toBe(3)

    async function environment(name: string): Promise<string> {
      return (await platform.call(ana, catalogContract.createEnvironment, { name })).id
    }
  })

  it("tell of a deleted system whether it was private, so that others know who may see what it leaves behind", async () => {
    const ana = await as("ana", "administrator")
    const { id } = await createSystem(ana, { name: "Safe" })
    await grant("ana", "owner", "catalog.system", id)
    await makePrivate("catalog.system", id)
    await deleteSystem(await as("ana", "administrator"), { systemId: id })
    const { rows } = await database.pool.query(
      "SELECT payload FROM platform.event WHERE about_id = $1 AND event = 'catalog.systemDeleted'",
      [id],
    )
    expect(rows).toMatchObject([{ payload: { wasPrivate: true } }])
  })

  it("are for those who may see the system when they are told, and of one that is gone for nobody", async () => {
    const ana = await as("ana", "administrator")
    const { id } = await createSystem(ana, { name: "Vault" })
    const viewer = await as("vera", "viewer")
    expect(await mayReceive(viewer, systemUpdated, id)).toBe(true)

    await makePrivate("catalog.system", id)
    await grant("gus", "viewer", "catalog.system", id)
    const gus = await asHolderOf("gus", [])

    expect(await mayReceive(viewer, systemUpdated, id)).toBe(false)
    expect(await mayReceive(gus, systemUpdated, id)).toBe(true)
    expect(await mayReceive(await asHolderOf("sam", []), systemUpdated, id)).toBe(false)
    await database.pool.query("DELETE FROM catalog.system WHERE id = $1", [id])
    expect(await mayReceive(gus, systemDeleted, id)).toBe(false)
  })
})
