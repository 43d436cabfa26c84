import { catalogContract } from "@countersign/catalog/contract"
import { describe, expect, it } from "vitest"
import { createIncident } from "./create-incident.ts"
import { deleteIncident } from "./delete-incident.ts"
import { testIncidents } from "./incident.fixture.ts"
import { addUpdate } from "./incident-timeline.ts"
import { reopenIncident } from "./reopen-incident.ts"
import { resolveIncident } from "./resolve-incident.ts"
import { updateIncident } from "./update-incident.ts"

const { as, system, open, statusOf, withGrants, platform, service } = await testIncidents()
const ana = await as("ana")

async function reportsOf(systemId: string) {
  return (await platform.call(service, catalogContract.getSystem, { systemId })).reports
}

describe("a health override", () => {
  it("is reported to the catalog while the incident is open, with its title and address", async () => {
    const shop = await system("Shop")
    const incident = await open([shop], { healthOverride: "unhealthy" })

    expect(await statusOf(shop)).toBe("unhealthy")
    expect(await reportsOf(shop)).toMatchObject([
      { source: `incident:${incident.id}`, reason: "Checkout fails", link: `/incidents/${incident.id}` },
    ])

    await resolveIncident(ana, { id: incident.id, note: "Over." })
    expect(await statusOf(shop)).toBeNull()
    await reopenIncident(ana, { id: incident.id, note: "Back." })
    expect(await statusOf(shop)).toBe("unhealthy")
    await deleteIncident(ana, { id: incident.id })
    expect(await statusOf(shop)).toBeNull()
  })

  it("is nobody's to speak for: who may report a status cannot do so in an incident's name", async () => {
    const shop = await system("Impersonated")
    const incident = await open([shop], { healthOverride: "unhealthy" })
    const report = {
      systemId: shop,
      source: `incident:${incident.id}`,
      status: "degraded",
      reason: "Obey me.",
    } as const

    await expect(platform.call(ana, catalogContract.reportStatus, report)).rejects.toMatchObject({
      code: "invalid_input",
      issues: [{ path: "source" }],
    })
    expect(await reportsOf(shop)).toMatchObject([{ reason: "Checkout fails" }])
    await platform.call(ana, catalogContract.reportStatus, { ...report, source: "monitor:1" })
    expect(await reportsOf(shop)).toHaveLength(2)
  })

  it("says nothing at all when there is none", async () => {
    const quiet = await system("Quiet")
    await open([quiet])

    expect(await statusOf(quiet)).toBeNull()
    expect(await reportsOf(quiet)).toEqual([])
  })

  it("counts as the worst of several incidents, each withdrawing only its own", async () => {
    const bank = await system("Bank")
    const mild = await open([bank], { title: "Slow", healthOverride: "degraded" })
    const bad = await open([bank], { title: "Down", healthOverride: "unhealthy" })
    expect(await statusOf(bank)).toBe("unhealthy")

    await addUpdate(ana, { id: bad.id, status: "resolved" })
    expect(await statusOf(bank)).toBe("degraded")
    await updateIncident(ana, { id: mild.id, version: 1, healthOverride: "none" })
    expect(await statusOf(bank)).toBeNull()
  })

  it("follows the systems, the override and the title when they change", async () => {
    const [one, two] = [await system("One"), await system("Two")]
    const { id } = await open([one], { healthOverride: "degraded" })

    await updateIncident(ana, { id, version: 1, systemIds: [two], healthOverride: "unhealthy", title: "Moved on" })

    expect(await statusOf(one)).toBeNull()
    expect(await statusOf(two)).toBe("unhealthy")
    expect(await reportsOf(two)).toMatchObject([{ reason: "Moved on" }])
  })

  it("changes nothing in the catalog while the incident is resolved", async () => {
    const calm = await system("Calm")
    const { id } = await open([calm], { healthOverride: "degraded" })
    await resolveIncident(ana, { id, note: "Over." })

    await updateIncident(ana, { id, version: 2, healthOverride: "unhealthy", title: "Looking back" })

    expect(await statusOf(calm)).toBeNull()
  })

  it("can be set by a team's editor who holds no rule", async () => {
    const vault = await system("Vault")
    const ed = await withGrants("ed", { [vault]: "editor" })

    const incident = await createIncident(ed, {
      title: "Stuck",
      severity: "minor",
      systemIds: [vault],
      healthOverride: "degraded",
    })
    expect(await statusOf(vault)).toBe("degraded")
    await resolveIncident(ed, { id: incident.id, note: "Free." })

    expect(await statusOf(vault)).toBeNull()
  })

  it("survives many incidents on the same systems being opened and resolved at once", async () => {
    const [left, right] = [await system("Left"), await system("Right")]
    const opened = await Promise.all(
      [0, 1, 2, 3].map((turn) =>
        open(turn % 2 ? [left, right] : [right, left], { title: `Storm ${turn}`, healthOverride: "unhealthy" }),
      ),
    )
    expect([await statusOf(left), await statusOf(right)]).toEqual(["unhealthy", "unhealthy"])

    await Promise.all(opened.map(({ id }) => resolveIncident(ana, { id, note: "Over." })))

    expect([await statusOf(left), await statusOf(right)]).toEqual([null, null])
  })
})
