import { servicePrincipal } from "@countersign/core/host"
import { testPlatform } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { catalogPlugin } from "../../server.ts"
import { createEnvironment } from "../environments/change-environment.ts"
import { deleteEnvironment } from "../environments/delete-environment.ts"
import { createSystem } from "../systems/create-system.ts"
import { getSystem } from "../systems/get-system.ts"
import { updateSystem } from "../systems/update-system.ts"
import { getStatusTimeline } from "./get-status-timeline.ts"
import { reportStatus } from "./report-status.ts"
import { reportStatuses } from "./report-statuses.ts"
import { reporter } from "./reports.fixture.ts"
import { RANDOM_STATUSES, ReferenceStatus } from "./status-reference.fixture.ts"

const clock = { now: new Date("2026-05-01T08:00:00.000Z") }
const forward = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1_000)
  return clock.now.toISOString()
}
const [checks, windows] = [reporter("checks"), reporter("windows")]
const { as, trail, platform, database } = await testPlatform({
  plugins: [catalogPlugin, checks, windows],
  now: () => clock.now,
})
const olga = await as("olga", "operator")
const vera = await as("vera", "viewer")
const newSystem = async (name: string, environmentIds: string[] = []) =>
  (await createSystem(olga, { name, environmentIds })).id
const statusOf = async (systemId: string) => (await getSystem(vera, { systemId })).status

describe("the source of a report", () => {
  it("is the plugin whose verb reported, whoever that verb acts for, and what the plugin calls it", async () => {
    const systemId = await newSystem("Named")
    await checks.say(vera, { reports: [{ systemId, source: "7f", status: "degraded" }] })

    expect((await getSystem(vera, { systemId })).reports).toMatchObject([{ source: "checks:7f", reporter: "checks" }])
  })

  it("cannot be taken by another plugin or by a person: each withdraws only its own", async () => {
    const systemId = await newSystem("Owned")
    await checks.say(vera, { reports: [{ systemId, source: "7f", status: "unhealthy" }] })

    await windows.say(vera, { reports: [{ systemId, source: "7f", status: null }] })
    await windows.say(vera, { reports: [{ systemId, source: "checks:7f", status: null }] })
    await reportStatus(olga, { systemId, source: "7f", status: null })
    await reportStatus(await as("ana", "operator"), { systemId, source: "probe", status: "degraded" })
    await reportStatus(olga, { systemId, source: "probe", status: null })

    expect((await getSystem(vera, { systemId })).reports).toMatchObject([
      { source: "checks:7f", status: "unhealthy" },
      { reporter: "Ana", status: "degraded" },
    ])
    await expect(reportStatus(olga, { systemId, source: "checks:7f", status: null })).rejects.toThrow(
      'Reports as "checks" come from what this product itself knows of.',
    )
    await checks.say(vera, { reports: [{ systemId, source: "7f", status: null }] })
    expect(await statusOf(systemId)).toBe("degraded")
  })

  it("is audited where somebody from outside reported, and stands in the timeline where a plugin did", async () => {
    const systemId = await newSystem("Recorded")
    await checks.say(vera, { reports: [{ systemId, source: "7f", status: "unhealthy", reason: "No answer" }] })
    await reportStatus(olga, { systemId, status: "degraded" })

    const rows = (await trail()).filter(({ action }) => action.startsWith("catalog.report"))
    expect(rows.filter(({ thing_id }) => thing_id === systemId)).toMatchObject([
      { action: "catalog.reportStatus", after: { source: `api:${olga.principal.id}` } },
    ])
    forward(60)
    const { segments } = await getStatusTimeline(vera, { systemId, from: "2026-05-01T00:00:00Z", to: forward(0) })
    expect(segments.at(-1)).toMatchObject({ status: "unhealthy", source: "checks:7f", reason: "No answer" })
  })
})

describe("maintenance", () => {
  it("covers what machines find until it is over, and nothing that somebody decided", async () => {
    const systemId = await newSystem("Covered")
    await checks.say(vera, { reports: [{ systemId, source: "1", status: "unhealthy", measured: true }] })
    await windows.say(vera, { reports: [{ systemId, status: "maintenance" }] })
    expect(await getSystem(vera, { systemId })).toMatchObject({
      status: "maintenance",
      reports: [{ status: "maintenance" }, { status: "unhealthy", covered: true }],
    })

    await windows.say(vera, { reports: [{ systemId, source: "incident", status: "degraded" }] })
    expect(await statusOf(systemId)).toBe("degraded")
    await windows.say(vera, { reports: [{ systemId, source: "incident", status: null }] })
    await windows.say(vera, { reports: [{ systemId, status: null }] })
    expect(await statusOf(systemId)).toBe("unhealthy")
  })

  it("of one environment covers that one alone, and what is inherited covers nothing", async () => {
    const [staging, production] = [
      (await createEnvironment(olga, { name: "Staging" })).id,
      (await createEnvironment(olga, { name: "Production" })).id,
    ]
    const systemId = await newSystem("Staged", [staging, production])
    const check = { systemId, source: "1", measured: true }
    await checks.say(vera, {
      reports: [
        { ...check, environmentId: staging, status: "unhealthy" },
        { ...check, environmentId: production, status: "healthy" },
      ],
    })
    await windows.say(vera, { reports: [{ systemId, environmentId: staging, status: "maintenance" }] })
    expect(await statusOf(systemId)).toBe("maintenance")
    await checks.say(vera, { reports: [{ ...check, environmentId: production, status: "degraded" }] })
    expect(await statusOf(systemId)).toBe("degraded")

    await windows.say(vera, {
      reports: [{ systemId, environmentId: staging, status: "maintenance", inherited: true }],
    })
    expect(await statusOf(systemId)).toBe("unhealthy")
  })
})

describe("an environment", () => {
  it("takes what was reported of it along when the system leaves it or it is deleted", async () => {
    const [first, second] = [
      (await createEnvironment(olga, { name: "First" })).id,
      (await createEnvironment(olga, { name: "Second" })).id,
    ]
    const systemId = await newSystem("Leaving", [first, second])
    await checks.say(vera, {
      reports: [
        { systemId, environmentId: first, status: "unhealthy" },
        { systemId, environmentId: second, status: "degraded" },
      ],
    })
    await updateSystem(olga, { systemId, version: 1, environmentIds: [second] })
    expect(await statusOf(systemId)).toBe("degraded")
    await deleteEnvironment(olga, { environmentId: second })
    expect(await getSystem(vera, { systemId })).toMatchObject({ status: null, reports: [] })
  })

  it("must be one the system runs in", async () => {
    const { id: environmentId } = await createEnvironment(olga, { name: "Elsewhere" })
    const systemId = await newSystem("Nowhere")

    await expect(reportStatus(olga, { systemId, environmentId, status: "degraded" })).rejects.toThrow("does not exist")
    await checks.say(vera, { reports: [{ systemId, environmentId, status: "degraded" }] })
    expect(await statusOf(systemId)).toBeNull()
  })
})

describe("many reports at once", () => {
  it("are one call, leave out systems that are gone, and tell whose status became another", async () => {
    const [one, two] = [await newSystem("Bulk 1"), await newSystem("Bulk 2")]
    const gone = "00000000-0000-4000-8000-000000000000"
    const reports = [two, gone, one].map((systemId) => ({ systemId, source: "1", status: "degraded" }))

    const { changed } = await checks.say(vera, { reports: [...reports, { ...reports[0]!, status: "healthy" }] })

    expect(changed).toHaveLength(2)
    expect(changed).toContainEqual({ systemId: two, before: null, after: "healthy" })
    expect((await checks.say(vera, { reports })).changed).toHaveLength(1)
    expect((await checks.say(vera, { reports })).changed).toEqual([])
  })

  it("end right whoever comes crosswise", async () => {
    const systems = [await newSystem("Cross 1"), await newSystem("Cross 2"), await newSystem("Cross 3")]
    const all = (source: string, status: string | null) => systems.map((systemId) => ({ systemId, source, status }))

    await Promise.all(
      ["a", "b", "c", "d"].flatMap((source, index) => [
        checks.say(vera, { reports: index % 2 ? all(source, "degraded") : all(source, "degraded").reverse() }),
        windows.say(vera, { reports: all(source, "unhealthy") }),
      ]),
    )
    expect(await Promise.all(systems.map(statusOf))).toEqual(["unhealthy", "unhealthy", "unhealthy"])
    await Promise.all(["a", "b", "c", "d"].map((source) => windows.say(vera, { reports: all(source, null) })))

    expect(await Promise.all(systems.map(statusOf))).toEqual(["degraded", "degraded", "degraded"])
  })
})

describe("status and timeline", () => {
  it("are what a plain reading of the rules says, after any reports, withdrawals and covers", async () => {
    const random = seeded(20_260_501)
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
    for (let run = 0; run < 6; run++) {
      const names = [`Environment ${run} a`, `Environment ${run} b`]
      const environments = await Promise.all(names.map(async (name) => (await createEnvironment(olga, { name })).id))
      const systemId = await newSystem(`Random ${run}`, environments)
      const reference = new ReferenceStatus()
      let left: string | null = null
      let covered = 0
      for (let step = 0; step < 40; step++) {
        const at = forward(1)
        if (step === 30) {
          left = environments[0]!
          await updateSystem(olga, { systemId, version: 1, environmentIds: [environments[1]!] })
          reference.leave(left, at)
        } else {
          const plugin = pick(["checks", "windows"])
          const source = pick(["1", "2"])
          const environmentId = pick([null, ...environments])
          const report = { status: pick(RANDOM_STATUSES), measured: random() < 0.6, inherited: random() < 0.2 }
          if (environmentId !== left || left === null)
            reference.take({ source: `${plugin}:${source}`, environmentId, ...report }, at)
          const worker = platform.caller(servicePrincipal(plugin), "job")
          await reportStatuses(worker, { reports: [{ systemId, source, environmentId, ...report }] })
        }
        covered += reference.covered
        const expected = { status: reference.status, since: reference.changes.at(-1)?.at ?? null }
        expect(await storedOf(systemId), `run ${run}, step ${step}`).toEqual({
          ...expected,
          covered: reference.covered,
        })
      }
      expect(covered).toBeGreaterThan(0)
      const to = forward(1)
      const { segments } = await getStatusTimeline(vera, { systemId, from: "2026-05-01T00:00:00Z", to })
      const told = segments.filter(({ source }) => source !== null)
      expect(told.map(({ from, status, source }) => ({ at: from, status, source }))).toEqual(reference.changes)
    }
  })
})

async function storedOf(systemId: string) {
  const { rows } = await database.pool.query(
    `SELECT status, status_since, (SELECT count(*)::integer FROM catalog.weighed_report WHERE system_id = id AND covered) AS covered
     FROM catalog.system WHERE id = $1`,
    [systemId],
  )
  const [{ status, status_since, covered }] = rows
  return { status, since: status_since?.toISOString() ?? null, covered }
}

/** The same numbers each time: a failure can be looked at again. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
