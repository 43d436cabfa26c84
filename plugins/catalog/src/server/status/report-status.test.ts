import { describe, expect, it } from "vitest"
import { testCatalog } from "../catalog.fixture.ts"
import { getSystem } from "../systems/get-system.ts"
import { reportStatus } from "./report-status.ts"

const { as, system, grant, trail, clock, database } = await testCatalog()
const ana = await as("ana", "operator")

describe("reportStatus", () => {
  it("makes the worst of all reports the status, and goes back as sources withdraw", async () => {
    const { id: systemId } = await system("Checkout")
    const say = async (source: string, status: "healthy" | "maintenance" | "degraded" | "unhealthy" | null) =>
      (await reportStatus(ana, { systemId, source, status, reason: `${source} says so` })).status

    expect(await say("healthcheck:1", "healthy")).toBe("healthy")
    expect(await say("maintenance:1", "maintenance")).toBe("maintenance")
    expect(await say("healthcheck:2", "degraded")).toBe("degraded")
    expect(await say("incident:1", "unhealthy")).toBe("unhealthy")
    expect((await getSystem(ana, { systemId })).reports.map(({ source }) => source)).toEqual([
      `api:${ana.principal.id}:incident:1`,
      `api:${ana.principal.id}:healthcheck:2`,
      `api:${ana.principal.id}:maintenance:1`,
      `api:${ana.principal.id}:healthcheck:1`,
    ])
    expect(await say("incident:1", null)).toBe("degraded")
    expect(await say("healthcheck:2", null)).toBe("maintenance")
    expect(await say("maintenance:1", null)).toBe("healthy")
    expect(await say("healthcheck:1", null)).toBeNull()
    expect(await getSystem(ana, { systemId })).toMatchObject({ status: null, reports: [] })
  })

  it("writes nothing when a source repeats itself or withdraws what it never said", async () => {
    const { id: systemId } = await system("Quiet")
    const report = { systemId, source: "healthcheck:1", status: "healthy", reason: "fine" } as const
    const first = await reportStatus(ana, report)
    clock.forward(1)

    const again = await reportStatus(ana, report)
    await reportStatus(ana, { systemId, source: "incident:9", status: null })

    expect(again).toEqual(first)
    expect((await trail("catalog.reportStatus")).filter(({ thing_id }) => thing_id === systemId)).toMatchObject([
      {
        thing_type: "catalog.system",
        thing_name: "Quiet",
        before: null,
        after: { source: `api:${ana.principal.id}:healthcheck:1`, status: "healthy" },
      },
    ])
    expect(await changesOf(systemId)).toHaveLength(1)
  })

  it("keeps since when a source says so while only its reason changes", async () => {
    const { id: systemId } = await system("Slow")
    const { since } = await reportStatus(ana, { systemId, source: "check", status: "degraded", reason: "2 s" })
    clock.forward(1)

    const { reports } = await reportStatus(ana, { systemId, source: "check", status: "degraded", reason: "3 s" })

    expect(reports).toMatchObject([{ reason: "3 s", since }])
    expect(await changesOf(systemId)).toHaveLength(1)
  })

  it("lets many sources report at once and ends at the worst", async () => {
    const { id: systemId } = await system("Crowded")
    const statuses = ["healthy", "degraded", "unhealthy", "maintenance", "healthy", "degraded"] as const

    await Promise.all(
      statuses.map((status, index) => reportStatus(ana, { systemId, source: `check:${index}`, status })),
    )

    expect((await getSystem(ana, { systemId })).status).toBe("unhealthy")
    expect((await changesOf(systemId)).at(-1)).toMatchObject({ status: "unhealthy" })
  })

  it("accepts pages of this installation and web addresses as links, nothing else", async () => {
    const { id: systemId } = await system("Linked")
    const withLink = (link: string) => reportStatus(ana, { systemId, source: "check", status: "healthy", link })

    await expect(withLink("/incidents/7")).resolves.toMatchObject({ reports: [{ link: "/incidents/7" }] })
    await expect(withLink("https://example.com/x")).resolves.toMatchObject({ status: "healthy" })
    for (const link of ["javascript:alert(1)", "//evil.example", "/\\evil.example", "data:text/html,x"])
      await expect(withLink(link)).rejects.toThrow("A link begins with http://, https:// or /.")
  })

  it("is for reporters: a viewer is refused, a team's editor may report on the team's system", async () => {
    const { id: systemId } = await system("Guarded")
    await grant("eddie", "editor", "catalog.system", systemId)
    const report = { systemId, source: "check", status: "healthy" } as const

    await expect(reportStatus(await as("vera", "viewer"), report)).rejects.toThrow(
      "lacks the permission catalog.status.report",
    )
    await expect(reportStatus(await as("eddie", "anonymous"), report)).resolves.toMatchObject({ status: "healthy" })
  })
})

async function changesOf(systemId: string): Promise<{ status: string | null }[]> {
  const { rows } = await database.pool.query(
    "SELECT status FROM catalog.status_change WHERE system_id = $1 ORDER BY at, id",
    [systemId],
  )
  return rows
}
