import { catalogContract } from "@countersign/catalog/contract"
import { sampleContract } from "@countersign/core/contract"
import { describe, expect, it } from "vitest"
import { siteContract } from "../../contract.ts"
import { testPublishing } from "../publish/publish.fixture.ts"

const { platform, as, anonymous, visit, system } = await testPublishing({ role: "all" })
const root = await as("root", "administrator")
const stranger = await anonymous()
const { addSample, previewRemoveSample, removeSample } = sampleContract
const { publicIncidents, publicSystems, setPublicName } = siteContract

const shown = async () => (await platform.call(stranger, publicSystems, {})).rows
/** Up to a quarter of a second old. */
const home = async () => (await visit("/")).text()
const sampled = async () => (await platform.call(root, catalogContract.listSystems, { tags: ["sample"] })).items

describe("the sample data", () => {
  it("gives a newcomer's site something to show, and takes it away again", async () => {
    expect(await home()).toContain("No systems are shown here yet.")

    await platform.call(root, addSample, {})

    const rows = await shown()
    expect(rows.map(({ heading }) => heading)).toEqual(Array(4).fill("Sample data"))
    for (const { name } of rows) await expect.poll(home).toContain(`<h3>${name}</h3>`)
    const { rows: incidents } = await platform.call(stranger, publicIncidents, {})
    expect(incidents).toMatchObject([{ title: "Sample: answers are slow", open: true }])

    expect(await platform.call(root, previewRemoveSample, {})).toEqual({ sentences: [] })
    await platform.call(root, removeSample, {})
    expect(await shown()).toEqual([])
    expect(await platform.call(stranger, publicIncidents, {})).toEqual({ rows: [], total: 0 })
    await expect.poll(home).toContain("No systems are shown here yet.")
  })

  it("leaves what a person calls a sample system, with the system", async () => {
    await platform.call(root, addSample, {})
    const [first] = await shown()
    await platform.call(root, setPublicName, { systemId: first!.id, name: "Our shop" })

    expect((await platform.call(root, previewRemoveSample, {})).sentences).toEqual([
      `The system "${first!.name}" stays and is yours from then on, because of the public name "Our shop".`,
    ])
    await platform.call(root, removeSample, {})

    expect((await shown()).map(({ id, name }) => [id, name])).toEqual([[first!.id, "Our shop"]])
  })

  it("shows nothing beside what people show", async () => {
    const before = await shown()
    expect(before).toHaveLength(1)
    await platform.call(root, addSample, {})
    expect((await sampled()).length).toBeGreaterThan(4)
    expect((await shown()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })
})

describe("deleting a system", () => {
  it("is told to take it off the public site", async () => {
    const id = await system("mail-1")
    const foreseen = async () => {
      const { consequences } = await platform.call(root, catalogContract.previewDeleteSystem, { systemId: id })
      return consequences.flatMap(({ sentence }) => (sentence.includes("public site") ? [sentence] : []))
    }
    expect(await foreseen()).toEqual([])
    await platform.call(root, setPublicName, { systemId: id, name: "Mail" })
    expect(await foreseen()).toEqual(['It leaves the public site, where it is called "Mail".'])
  })
})
