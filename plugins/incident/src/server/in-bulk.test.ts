import { describe, expect, it } from "vitest"
import { deleteMany } from "./delete-incident.ts"
import { getIncident } from "./get-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { listIncidents } from "./list-incidents.ts"
import { resolveIncident, resolveMany } from "./resolve-incident.ts"

const { as, system, open, hide, statusOf, trail, withGrants } = await testIncidents()
const ana = await as("ana")
const [shop, bank] = [await system("Shop"), await system("Bank")]
const GONE = "ffffffff-0000-4000-8000-000000000000"

describe("resolveMany", () => {
  it("answers for each id, and one that fails does not undo the others", async () => {
    const [one, two, done] = [
      await open([shop], { title: "One", healthOverride: "unhealthy" }),
      await open([bank], { title: "Two" }),
      await open([shop], { title: "Done" }),
    ]
    await resolveIncident(ana, { id: done.id, note: "Earlier." })

    const { results } = await resolveMany(ana, { ids: [GONE, two.id, done.id, one.id, two.id], note: "All over." })

    expect(results).toEqual([
      { id: GONE, ok: false, message: expect.stringContaining("No incident has the id") },
      { id: two.id, ok: true },
      { id: done.id, ok: false, message: '"Done" is already resolved. Read it again before changing it.' },
      { id: one.id, ok: true },
    ])
    expect(await getIncident(ana, { id: one.id })).toMatchObject({ status: "resolved" })
    expect(await statusOf(shop)).toBeNull()
    const names = (await trail("incident.resolve")).map(({ thing_name }) => thing_name)
    expect(names.sort()).toEqual(["Done", "One", "Two"])
  })

  it("answers the same for what is hidden as for what is gone, and says why something visible is refused", async () => {
    const vault = await system("Vault")
    const secret = await open([vault], { title: "Secret" })
    const mixed = await open([shop, vault], { title: "Mixed" })
    await hide(vault)

    const { results } = await resolveMany(ana, { ids: [secret.id, GONE, mixed.id], note: "Over." })

    expect(results[0]?.message?.replace(secret.id, GONE)).toBe(results[1]?.message)
    expect(results[2]?.message).toContain('Ana may see "Mixed" but not change it')
    expect(await trail("incident.resolveMany")).toEqual([])
  })

  it("is open to editors of the systems, each incident judged on its own", async () => {
    const [mine, other] = [await open([bank], { title: "Mine" }), await open([shop], { title: "Other" })]
    const ed = await withGrants("ed", { [bank]: "editor", [shop]: "viewer" })

    const { results } = await resolveMany(ed, { ids: [other.id, mine.id], note: "Over." })

    expect(results.map(({ ok }) => ok)).toEqual([false, true])
  })

  it("takes at most a hundred, and at least one", async () => {
    await expect(resolveMany(ana, { ids: [], note: "Over." })).rejects.toThrow("Name at least one incident.")
    const many = Array.from({ length: 101 }, () => crypto.randomUUID())
    await expect(resolveMany(ana, { ids: many, note: "Over." })).rejects.toThrow("At most 100 incidents")
  })

  it("lets two bulks that overlap both finish, each incident resolved once", async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(async (n) => (await open([shop, bank], { title: `N ${n}` })).id))
    const ben = await as("ben")

    const answers = await Promise.all([
      resolveMany(ana, { ids, note: "By Ana." }),
      resolveMany(ben, { ids: [...ids].reverse(), note: "By Ben." }),
    ])

    const wins = answers.flatMap(({ results }) => results.filter(({ ok }) => ok).map(({ id }) => id))
    expect(wins.sort()).toEqual([...ids].sort())
  })
})

describe("deleteMany", () => {
  it("deletes what it may and answers for each id", async () => {
    const [one, two] = [await open([shop], { title: "Gone one" }), await open([shop], { title: "Gone two" })]

    const { results } = await deleteMany(ana, { ids: [one.id, GONE, two.id] })

    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect((await listIncidents(ana, { text: "gone" })).items).toEqual([])
    expect((await trail("incident.delete")).map(({ thing_name }) => thing_name).sort()).toEqual([
      "Gone one",
      "Gone two",
    ])
  })
})
