import { describe, expect, it } from "vitest"
import { testIncidents } from "./incident.fixture.ts"
import { countIncidents, listIncidents, openForSystem } from "./list-incidents.ts"
import { resolveIncident } from "./resolve-incident.ts"

const { as, system, open, clock } = await testIncidents()
const vera = await as("vera", "viewer")
const [shop, bank] = [await system("Shop"), await system("Bank")]

const first = await open([shop], { title: "delta 50%", severity: "minor" })
clock.forward(10)
const second = await open([shop, bank], { title: "Alpha", severity: "critical", description: "The till is stuck" })
clock.forward(10)
const third = await open([bank], { title: "charlie", severity: "major", status: "monitoring" })
clock.forward(10)
const fourth = await open([bank], { title: "Bravo", severity: "minor" })
await resolveIncident(await as("olga"), { id: third.id, note: "Over." })

async function titles(input: Parameters<typeof listIncidents>[1] = {}) {
  return (await listIncidents(vera, input)).items.map(({ title }) => title)
}

describe("listIncidents", () => {
  it("puts open ones first and the newest of them on top", async () => {
    expect(await titles()).toEqual(["Bravo", "Alpha", "delta 50%", "charlie"])
  })

  it("sorts by every column it offers", async () => {
    expect(await titles({ sort: "openedAt", direction: "asc" })).toEqual(["delta 50%", "Alpha", "charlie", "Bravo"])
    expect((await titles({ sort: "updatedAt" })).slice(0, 2).sort()).toEqual(["Bravo", "charlie"])
    expect(await titles({ sort: "title", direction: "asc" })).toEqual(["Alpha", "Bravo", "charlie", "delta 50%"])
    expect((await titles({ sort: "severity" })).slice(0, 2)).toEqual(["Alpha", "charlie"])
  })

  it("filters by state, severity, status, system and words", async () => {
    expect(await titles({ state: "open" })).toEqual(["Bravo", "Alpha", "delta 50%"])
    expect(await titles({ state: "resolved" })).toEqual(["charlie"])
    expect(await titles({ severity: "minor" })).toEqual(["Bravo", "delta 50%"])
    expect(await titles({ status: "resolved" })).toEqual(["charlie"])
    expect(await titles({ systemId: shop })).toEqual(["Alpha", "delta 50%"])
    expect(await titles({ text: "stuck TILL" })).toEqual(["Alpha"])
  })

  it("takes signs that mean something to the database as they are", async () => {
    expect(await titles({ text: "50%" })).toEqual(["delta 50%"])
    expect(await titles({ text: "_" })).toEqual([])
    expect(await titles({ text: "\\" })).toEqual([])
  })

  it("pages forwards and backwards without losing or repeating one, in every order", async () => {
    for (const sort of ["openFirst", "openedAt", "updatedAt", "severity", "title"] as const) {
      const all = await titles({ sort })
      const one = await listIncidents(vera, { sort, limit: 2 })
      const two = await listIncidents(vera, { sort, limit: 2, after: one.nextCursor ?? "" })
      const back = await listIncidents(vera, { sort, limit: 2, before: two.previousCursor ?? "" })

      expect([...one.items, ...two.items].map(({ title }) => title)).toEqual(all)
      expect(two.nextCursor).toBeNull()
      expect(back.items).toEqual(one.items)
    }
  })
})

describe("counts and openForSystem", () => {
  it("count the open ones by severity", async () => {
    expect(await countIncidents(vera, {})).toEqual({ open: 3, minor: 2, major: 0, critical: 1 })
  })

  it("list what is open about one system, the worst first", async () => {
    const { incidents } = await openForSystem(vera, { systemId: bank })

    expect(incidents.map(({ id }) => id)).toEqual([second.id, fourth.id])
    expect((await openForSystem(vera, { systemId: shop })).incidents.map(({ id }) => id)).toEqual([second.id, first.id])
  })
})
