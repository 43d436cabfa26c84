import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { deleteSystem, previewDeleteSystem } from "./delete-system.ts"
import { getSystem } from "./get-system.ts"
import { updateSystem } from "./update-system.ts"

const { as, system, group, environment, grant, makePrivate, report, trail, database } = await testCatalog()
const ana = await as("ana", "operator")

describe("deleteSystem", () => {
  it("names beforehand and afterwards everything that goes with it, and leaves none of it", async () => {
    const payments = await group("Payments")
    const production = await environment("Production")
    const { id } = await system("Checkout", { groupIds: [payments.id], environmentIds: [production.id] })
    await report(id, "degraded", "Orders are slow")
    await grant("theo", "owner", "catalog.system", id)
    await makePrivate("catalog.system", id)
    const theo = await as("theo", "anonymous")

    const preview = await previewDeleteSystem(theo, { systemId: id })
    const deletion = await deleteSystem(theo, { systemId: id })

    expect(deletion).toEqual(preview)
    expect(preview.name).toBe("Checkout")
    expect(preview.consequences.map(({ what, sentence }) => [what, sentence])).toEqual([
      ["groups", 'It leaves the group "Payments".'],
      ["environments", 'It leaves the environment "Production".'],
      ["reports", 'What was reported of its status is dropped: "degraded: Orders are slow".'],
      ["grants", 'The rights of the team "Team of theo" (owner) on it end.'],
      ["privacy", "It is private to its teams."],
      ["history", "Its status timeline with 1 change is lost."],
    ])
    for (const table of ["status_report", "status_change", "group_member", "system_environment"])
      expect(await count(`SELECT count(*) FROM catalog.${table} WHERE system_id = $1`, id)).toBe(0)
    for (const table of ["team_grant", "private_thing"])
      expect(await count(`SELECT count(*) FROM platform.${table} WHERE thing_id = $1`, id)).toBe(0)
    expect((await trail("catalog.deleteSystem")).at(-1)).toMatchObject({
      thing_name: "Checkout",
      before: { name: "Checkout" },
      after: null,
      note: expect.stringContaining('It leaves the group "Payments".'),
    })
  })

  it("answers a repetition with the same key as the first time, although the system is gone", async () => {
    const { id } = await system("Once")
    const keyed = { ...ana, idempotencyKey: `delete-${id}` }
    const first = await deleteSystem(keyed, { systemId: id })

    expect(await deleteSystem(keyed, { systemId: id })).toEqual(first)
    await expect(deleteSystem({ ...ana, idempotencyKey: `other-${id}` }, { systemId: id })).rejects.toMatchObject({
      code: "not_found",
    })
    expect(
      await trail("catalog.deleteSystem").then((rows) => rows.filter(({ thing_id }) => thing_id === id)),
    ).toHaveLength(1)
  })

  it("tells whoever had it by a grant that ended with it that it was done, and whoever lost the grant nothing", async () => {
    const [{ id }, kept] = [await system("Granted"), await system("Bystander")]
    await grant("gita", "owner", "catalog.system", id)
    const keyed = { ...(await as("gita", "anonymous")), idempotencyKey: `delete-${id}` }
    await deleteSystem(keyed, { systemId: id })
    const later = { ...(await as("gita", "anonymous")), idempotencyKey: keyed.idempotencyKey }

    await expect(deleteSystem(later, { systemId: id })).rejects.toMatchObject({ code: "already_done" })
    await expect(deleteSystem(later, { systemId: kept.id })).rejects.toMatchObject({ code: "forbidden" })
    await expect(deleteSystem({ ...later, idempotencyKey: `never-${id}` }, { systemId: id })).rejects.toMatchObject({
      code: "forbidden",
    })
  })

  it("answers for a deleted system as for one that never was", async () => {
    const { id } = await system("Gone")
    await deleteSystem(ana, { systemId: id })

    for (const attempt of [getSystem, deleteSystem, previewDeleteSystem])
      await expect(attempt(ana, { systemId: id })).rejects.toThrow(
        `The system ${id} does not exist, or is not yours to see.`,
      )
  })

  it("refuses when the system was changed since the version it names", async () => {
    const { id } = await system("Busy")
    await updateSystem(ana, { systemId: id, version: 1, description: "New." })

    await expect(deleteSystem(ana, { systemId: id, version: 1 })).rejects.toMatchObject({
      code: "conflict",
      current: { description: "New." },
    })
    await expect(deleteSystem(ana, { systemId: id, version: 2 })).resolves.toMatchObject({ consequences: [] })
  })

  it("is not for a team's editor", async () => {
    const { id } = await system("Kept")
    await grant("eddie", "editor", "catalog.system", id)

    await expect(deleteSystem(await as("eddie", "anonymous"), { systemId: id })).rejects.toThrow("lacks the permission")
  })
})

async function count(statement: string, id: string): Promise<number> {
  const { rows } = await database.pool.query(statement, [id])
  return Number(rows[0].count)
}
