import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { createEnvironment } from "../environments/change-environment.ts"
import { deleteGroup } from "../groups/delete-group.ts"
import { deleteSystem } from "../systems/delete-system.ts"
import { listSystems } from "../systems/list-systems.ts"
import { exportCatalog } from "./export-catalog.ts"
import { importCatalog } from "./import-catalog.ts"

const { as, system, group } = await testCatalog()
const ana = await as("ana", "operator")
const { id: groupId } = await group("Storefront: the first")
const { id: environmentId } = await createEnvironment(ana, { name: "Production", fields: { port: "0443", on: "yes" } })
const awkward = 'Says "hello": - # {x}\n\n  second line\n'
const shop = await system("Shop & more", {
  description: awkward,
  tags: ["1.10", "null"],
  contacts: [{ kind: "person", label: "Lead: day", value: "Ana" }],
  links: [{ label: "Wiki", url: "https://wiki.example.com/?a=1;b=2#c" }],
  groupIds: [groupId],
  environmentIds: [environmentId],
  metadata: { version: "1.10", empty: "~", date: "2026-01-01" },
})
await system("Alone")

describe("exportCatalog", () => {
  it("writes what the import reads back as unchanged", async () => {
    const { text, systemCount } = await exportCatalog(ana, {})

    const plan = await importCatalog(ana, { format: "yaml", text, mode: "preview" })

    expect(systemCount).toBe(2)
    expect(plan.summary).toEqual({ create: 0, update: 0, unchanged: 4, error: 0 })
  })

  it("brings back what was deleted, exactly", async () => {
    const { text } = await exportCatalog(ana, {})
    await deleteSystem(ana, { systemId: shop.id })
    await deleteGroup(ana, { groupId })

    await importCatalog(ana, { format: "yaml", text, mode: "apply" })

    expect((await exportCatalog(ana, {})).text).toBe(text)
    expect((await listSystems(ana, { text: "shop" })).items).toMatchObject([
      { groups: [{ name: "Storefront: the first" }] },
    ])
  })
})
