import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { getSystem } from "../systems/get-system.ts"
import { createEnvironment, updateEnvironment } from "./change-environment.ts"
import { deleteEnvironment, previewDeleteEnvironment } from "./delete-environment.ts"
import { environmentKind } from "./environment-kind.ts"
import { getEnvironment, listEnvironments } from "./list-environments.ts"

const { as, asHolderOf, system, trail } = await testCatalog()
const ana = await as("ana", "operator")

describe("environments", () => {
  it("keep free fields and replace them as a whole", async () => {
    const created = await createEnvironment(ana, {
      name: "Production",
      fields: { baseUrl: "https://a.example", zone: "eu" },
    })

    const after = await updateEnvironment(ana, {
      environmentId: created.id,
      version: 1,
      fields: { baseUrl: "https://b.example" },
    })

    expect(after).toMatchObject({ name: "Production", fields: { baseUrl: "https://b.example" }, version: 2 })
    expect(after.fields).not.toHaveProperty("zone")
    expect(await trail("catalog.updateEnvironment")).toMatchObject([
      { thing_type: "catalog.environment", before: { fields: { zone: "eu" } } },
    ])
    await expect(
      updateEnvironment(ana, { environmentId: created.id, version: 1, description: "Old news." }),
    ).rejects.toMatchObject({ code: "conflict", current: { version: 2 } })
    await expect(createEnvironment(ana, { name: "production" })).rejects.toThrow("is taken by another environment")
  })

  it("are listed with the number of their systems", async () => {
    const { id } = await createEnvironment(ana, { name: "Staging" })
    await system("Shop", { environmentIds: [id] })

    expect((await listEnvironments(ana, { sort: "name" })).items).toMatchObject([
      { name: "Production", systemCount: 0 },
      { name: "Staging", systemCount: 1 },
    ])
    expect(await getEnvironment(ana, { environmentId: id })).toMatchObject({ name: "Staging", systemCount: 1 })
  })

  it("name the systems that lose them when they are deleted; the systems stay", async () => {
    const { id: environmentId } = await createEnvironment(ana, { name: "Preview" })
    const [a, b] = [
      await system("A", { environmentIds: [environmentId] }),
      await system("B", { environmentIds: [environmentId] }),
    ]

    const preview = await previewDeleteEnvironment(ana, { environmentId })
    await expect(deleteEnvironment(ana, { environmentId, version: 7 })).rejects.toMatchObject({ code: "conflict" })
    await deleteEnvironment(ana, { environmentId })

    expect(preview.consequences).toMatchObject([
      { names: ["A", "B"], sentence: '"A" and "B" leave the environment and stay in the catalog.' },
    ])
    for (const { id } of [a, b])
      expect(await getSystem(ana, { systemId: id })).toMatchObject({ environments: [], version: 2 })
    await expect(getEnvironment(ana, { environmentId })).rejects.toThrow("does not exist")
  })

  it("tell other plugins their names, as far as the caller may see environments", async () => {
    const [kept, other] = [
      await createEnvironment(ana, { name: "Kept" }),
      await createEnvironment(ana, { name: "Other" }),
    ]
    const ids = [kept.id, crypto.randomUUID(), "no id"]

    expect(await environmentKind.namesOf(ana, ids)).toEqual(new Map([[kept.id, "Kept"]]))
    expect(await environmentKind.versionsOf?.(ana, [other.id])).toEqual(new Map([[other.id, 1]]))
    expect(await environmentKind.namesOf(await asHolderOf("ned", []), ids)).toEqual(new Map())
  })
})
