import { randomUUID } from "node:crypto"
import { describe, expect, it } from "vitest"
import { testIncidents } from "./incident.fixture.ts"
import { addUpdate } from "./incident-timeline.ts"
import { resolveIncident } from "./resolve-incident.ts"
import { summarizeIncident } from "./summarize-incident.ts"

const { as, system, open, clock } = await testIncidents()
const [ana, vera] = [await as("ana"), await as("vera", "viewer")]
const [shop, bank] = [await system("Shop"), await system("Bank")]

describe("summarizeIncident", () => {
  it("tells what, since when, which systems and what was said last", async () => {
    const { id } = await open([shop, bank], { severity: "critical", healthOverride: "unhealthy" })
    clock.forward(14)
    await addUpdate(ana, { id, message: "Rolling\nback.", status: "fixing" })
    clock.forward(120)
    await addUpdate(ana, { id, message: "Do not tell.", visibility: "internal" })

    expect((await summarizeIncident(vera, { id })).summary).toBe(
      '"Checkout fails" is a critical incident, open for 2 h 14 min (since 2026-05-01 08:00 UTC), status fixing. ' +
        "It affects Bank and Shop, marked unhealthy by it. Olga opened it. " +
        'Last update, 2 h ago by Ana: "Rolling back."',
    )
    expect((await summarizeIncident(ana, { id })).summary).toContain('Last update, just now by Ana: "Do not tell."')
  })

  it("tells how long it took once it is over", async () => {
    const { id } = await open([shop])
    const opened = clock.now.toISOString().slice(0, 16).replace("T", " ")
    clock.forward(60 * 26)
    await resolveIncident(ana, { id, note: "Over." })

    const { summary } = await summarizeIncident(vera, { id })

    expect(summary).toContain(`after 1 d 2 h (opened at ${opened} UTC). It affected Shop.`)
  })

  it("tells of every open incident of a system, the most severe first", async () => {
    const depot = await system("Depot")
    const minor = await open([depot], { severity: "minor" })
    const critical = await open([depot, shop], { severity: "critical" })
    const over = await open([depot])
    await resolveIncident(ana, { id: over.id, note: "Over." })

    const { ids, summary } = await summarizeIncident(vera, { systemId: depot })

    expect(ids).toEqual([critical.id, minor.id])
    expect(summary.split("\n").map((line) => line.split(",")[0])).toEqual([
      '"Checkout fails" is a critical incident',
      '"Checkout fails" is a minor incident',
    ])
    expect(await summarizeIncident(vera, { systemId: randomUUID() })).toEqual({
      ids: [],
      summary: "No open incident affects this system.",
      systemIds: [],
      authors: [],
    })
  })

  it("takes an incident or a system, not both and not neither", async () => {
    const { id } = await open([shop])
    for (const input of [{}, { id, systemId: shop }])
      await expect(summarizeIncident(vera, input)).rejects.toThrow("Name an incident or a system.")
  })

  it("says so when nobody wrote anything", async () => {
    const { id } = await open([shop])

    expect((await summarizeIncident(vera, { id })).summary).toContain("There is no update that says more.")
  })
})
