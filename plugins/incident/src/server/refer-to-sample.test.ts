import { catalogContract } from "@countersign/catalog/contract"
import { catalogPlugin } from "@countersign/catalog/server"
import { sampleContract } from "@countersign/core/contract"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { incidentContract } from "../contract.ts"
import { incidentPlugin } from "../server.ts"

const { platform, as } = await testPlatform({ plugins: [catalogPlugin, incidentPlugin] })
const root = await as("root", "administrator")
const { addSample, previewRemoveSample, removeSample } = sampleContract

describe("removing sample data", () => {
  it("says what of one's own is about it, keeps what that needs, and resolves nothing", async () => {
    await platform.call(root, addSample, {})
    const { items: sampled } = await platform.call(root, catalogContract.listSystems, { tags: ["sample"] })
    const [first] = sampled
    const mine = await platform.call(root, incidentContract.create, {
      title: "Slow since noon",
      severity: "minor",
      systemIds: [first!.id],
    })
    const own = await platform.call(root, catalogContract.createSystem, { name: "Ledger" })
    const { items: groups } = await platform.call(root, catalogContract.listGroups, { text: "storefront" })
    await platform.call(root, catalogContract.addSystemToGroup, { groupId: groups[0]!.id, systemIds: [own.id] })

    expect((await platform.call(root, previewRemoveSample, {})).sentences).toEqual([
      `The system "${first!.name}" stays and is yours from then on, because of the incident "Slow since noon".`,
      `Your system "Ledger" leaves the sample group "Storefront".`,
    ])
    await platform.call(root, removeSample, {})

    const incident = await platform.call(root, incidentContract.get, { id: mine.id })
    expect(incident).toMatchObject({ status: "investigating", systems: [{ id: first!.id, name: first!.name }] })
    const { items: left } = await platform.call(root, catalogContract.listSystems, {})
    expect(left.map(({ name }) => name).sort()).toEqual([first!.name, "Ledger"].sort())
    expect(left.find(({ id }) => id === first!.id)?.tags).not.toContain("sample")
    expect((await platform.call(root, incidentContract.list, { state: "all" })).items).toMatchObject([{ id: mine.id }])
    expect(await platform.call(root, previewRemoveSample, {})).toEqual({ sentences: [] })
  })

  it("says nothing where nothing of one's own is about it, and removes all of it", async () => {
    const before = await platform.call(root, catalogContract.listSystems, {})
    await platform.call(root, addSample, {})
    expect(await platform.call(root, previewRemoveSample, {})).toEqual({ sentences: [] })
    await platform.call(root, removeSample, {})
    expect((await platform.call(root, catalogContract.listSystems, {})).items.length).toBe(before.items.length)
  })
})
