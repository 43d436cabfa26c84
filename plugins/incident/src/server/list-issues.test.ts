import { describe, expect, it } from "vitest"
import { testIncidents } from "./incident.fixture.ts"
import { listIssues } from "./list-issues.ts"
import { resolveIncident } from "./resolve-incident.ts"

const { as, system, open, hide, clock } = await testIncidents()
const vera = await as("vera", "viewer")
const systems = [await system("Shop"), await system("Bank"), await system("Search"), await system("Mail")]

describe("listIssues", () => {
  it("tells of open incidents, the most severe first, with the systems they affect", async () => {
    const minor = await open([systems[0]!], { title: "Slow", severity: "minor", status: "monitoring" })
    clock.forward(5)
    const critical = await open(systems, { title: "Down", severity: "critical" })
    const over = await open(systems, { title: "Over" })
    await resolveIncident(await as("olga"), { id: over.id, note: "Over." })

    expect((await listIssues(vera, {})).items).toMatchObject([
      {
        thing: { type: "incident.incident", id: critical.id, name: "Down" },
        tone: "unhealthy",
        since: "2026-05-01T08:05:00.000Z",
        sentence: 'Open critical incident, investigating, affecting "Bank", "Mail", "Search" and 1 more.',
        href: `/incidents/${critical.id}`,
      },
      {
        thing: { name: "Slow", id: minor.id },
        tone: "degraded",
        sentence: 'Open minor incident, monitoring, affecting "Shop".',
      },
    ])
  })

  it("tells nobody of incidents or systems out of their sight", async () => {
    const secret = await system("Secret")
    await open([secret], { title: "Hidden" })
    await open([secret, systems[0]!], { title: "Half hidden", severity: "critical" })
    await hide(secret)

    const { items } = await listIssues(vera, {})

    expect(items.map(({ thing }) => thing.name)).not.toContain("Hidden")
    expect(items.find(({ thing }) => thing.name === "Half hidden")?.sentence).toBe(
      'Open critical incident, investigating, affecting "Shop".',
    )
  })
})
