import { catalogContract } from "@countersign/catalog/contract"
import pg from "pg"
import { describe, expect, it, vi } from "vitest"
import { checkAccess } from "../../../contract.ts"
import { encode } from "../histogram.ts"
import { type RawRun, storeRuns, testHistory } from "../history.fixture.ts"
import { DAY, HOUR } from "../tiers.ts"
import { getRun, runHistory } from "./run-history.ts"
import { runStats } from "./run-stats.ts"
import { systemUptime } from "./system-uptime.ts"

const { tx, ask, check, now, forward, platform, olga, as, asHolderOf, grant, makePrivate } = await testHistory()

async function filled() {
  const found = await check({ environmentIds: [null, crypto.randomUUID()], assertions: 2 })
  const until = Math.floor((await now()).getTime() / 1_000) * 1_000
  const outcomes = ["ok", "ok", "ok", "failed", "degraded", "missed"] as const
  const runs = Array.from({ length: 60 }, (_, index): RawRun => {
    const outcome = outcomes[index % outcomes.length]!
    return {
      targetId: found.targetIds[index % 2]!,
      at: new Date(until - index * HOUR),
      outcome,
      ms: outcome === "missed" ? null : 100 + index,
      failedAssertions: outcome === "failed" ? [1] : null,
    }
  })
  await tx.transaction((t) => storeRuns(t, runs))
  return { ...found, runs, until }
}

describe("runHistory", () => {
  it("pages through the runs of several targets and days in one order, there and back, and filters", async () => {
    const { checkId, runs } = await filled()
    const seen: string[] = []
    let after: string | undefined
    let pages = 0
    for (; pages === 0 || after; pages++) {
      const page = await runHistory(olga, { checkId, limit: 25, ...(after ? { after } : {}) })
      seen.push(...page.items.map(({ at }) => at))
      if (pages === 1) {
        const back = await runHistory(olga, { checkId, limit: 25, before: page.previousCursor! })
        expect(back.items.map(({ at }) => at)).toEqual(seen.slice(0, 25))
      }
      after = page.nextCursor ?? undefined
    }
    expect(pages).toBe(3)
    expect(seen).toEqual(runs.map(({ at }) => at.toISOString()))

    const failed = await runHistory(olga, { checkId, status: ["failed", "missed"], limit: 200 })
    expect(failed.items).toHaveLength(20)
    expect(new Set(failed.items.map(({ outcome }) => outcome))).toEqual(new Set(["failed", "missed"]))
    const [from, to] = [runs[10]!.at.toISOString(), runs[4]!.at.toISOString()]
    expect((await runHistory(olga, { checkId, from, to })).items).toHaveLength(6)
  })

  it("pages through more targets than a page has places as through one, in both orders and with a filter", async () => {
    const { checkId, targetIds } = await check({
      environmentIds: Array.from({ length: 12 }, () => crypto.randomUUID()),
    })
    const until = Math.floor((await now()).getTime() / 60_000) * 60_000 - HOUR
    // Some have ten runs, some one; many come at the same time.
    const runs = targetIds.flatMap((targetId, n) =>
      Array.from(
        { length: n % 3 === 0 ? 10 : 1 },
        (_, at): RawRun => ({
          targetId,
          at: new Date(until - (Math.floor(n / 2) + at * at) * 60_000),
          outcome: (n + at) % 3 === 0 ? "failed" : "ok",
          ms: 5,
        }),
      ),
    )
    await tx.transaction((t) => storeRuns(t, runs))
    for (const direction of ["asc", "desc"] as const)
      for (const status of [undefined, ["failed" as const]]) {
        const seen: string[] = []
        let after: string | undefined
        for (let pages = 0; pages === 0 || after; pages++) {
          const asked = { checkId, direction, limit: 4, ...(status ? { status } : {}), ...(after ? { after } : {}) }
          const page = await runHistory(olga, asked)
          seen.push(...page.items.map(({ at, targetId }) => `${at} ${targetId}`))
          after = page.nextCursor ?? undefined
        }
        const expected = runs
          .filter(({ outcome }) => !status || outcome === "failed")
          .sort((a, b) => a.at.getTime() - b.at.getTime() || a.targetId - b.targetId)
          .map(({ at, targetId }) => `${at.toISOString()} ${targetId}`)
        expect(seen).toEqual(direction === "asc" ? expected : expected.reverse())
      }
  })

  it("and what runs brought back are for those who may read details, of systems that they see", async () => {
    const { checkId, systemId, targetId, runs } = await filled()
    const rita = await asHolderOf("rita", [checkAccess.read.id])
    await expect(runHistory(rita, { checkId })).rejects.toThrow("lacks the permission")
    expect((await runStats(rita, { checkId })).points).toHaveLength(90)
    await grant("greta", "viewer", "catalog.system", systemId)
    const greta = await asHolderOf("greta", [])
    expect((await runHistory(greta, { limit: 200 })).items).toHaveLength(60)

    await makePrivate("catalog.system", systemId)
    const ben = await as("ben", "operator")
    expect((await runHistory(ben, { targetId })).items).toEqual([])
    await expect(runHistory(ben, { checkId })).rejects.toThrow("No check has the id")
    await expect(runStats(ben, { checkId })).rejects.toThrow("No check has the id")
    await expect(getRun(ben, { targetId, at: runs[0]!.at.toISOString() })).rejects.toThrow("No such run is kept")
    const sums = (await runStats(ben, { systemId })).points.map(({ ok, failed }) => ok + failed)
    expect(sums.every((sum) => sum === 0)).toBe(true)
    await expect(systemUptime(ben, { systemId })).rejects.toThrow()
    expect((await runHistory(greta, { targetId })).items).toHaveLength(30)
  })
})

describe("getRun", () => {
  it("has what a failed run brought back, what the newest good one did, and nothing of the others", async () => {
    const { targetId, runs, until } = await filled()
    const failed = runs.find((run) => run.outcome === "failed")!
    const assertions = [{ passed: false, severity: "unhealthy", actual: "500", sentence: "The status is 500." }]
    await ask("INSERT INTO healthcheck.result VALUES ($1, $2, 'The status is 500.', $3)", [
      failed.at,
      failed.targetId,
      JSON.stringify({ failure: null, values: { response: { status: 500 } }, assertions }),
    ])
    const newest = {
      at: new Date(until).toISOString(),
      failure: null,
      values: { response: { status: 200 } },
      assertions: [],
    }
    await ask(
      `INSERT INTO healthcheck.state (target_id, last_ok) VALUES ($1, $2)
       ON CONFLICT (target_id) DO UPDATE SET last_ok = excluded.last_ok`,
      [targetId, JSON.stringify(newest)],
    )
    const read = (run: RawRun) => getRun(olga, { targetId: run.targetId, at: run.at.toISOString() })

    expect(await read(failed)).toMatchObject({
      outcome: "failed",
      sentence: "The status is 500.",
      kept: true,
      values: { response: { status: 500 } },
      assertions,
    })
    expect(await read(runs[0]!)).toMatchObject({ outcome: "ok", kept: true, values: { response: { status: 200 } } })
    expect(await read(runs[2]!)).toMatchObject({ outcome: "ok", kept: false, values: {}, assertions: [] })
    await expect(getRun(olga, { targetId, at: new Date(until + 1).toISOString() })).rejects.toThrow("No such run")
  })
})

describe("runStats", () => {
  it("counts assertions, says its tier, and refuses a range that ends before it begins", async () => {
    const { checkId, until } = await filled()
    const from = new Date(until - 59.5 * HOUR).toISOString()
    const to = new Date(until + 1_000).toISOString()
    const stats = await runStats(olga, { checkId, from, to, buckets: 600 })

    expect(stats.tier).toBe("raw")
    expect(stats.uptime).toBeCloseTo(40 / 50)
    expect(stats.assertions).toEqual([
      { index: 0, passed: 50, failed: 0 },
      { index: 1, passed: 40, failed: 10 },
    ])
    const hours = await runStats(olga, { checkId, from, to, buckets: 20 })
    expect(hours).toMatchObject({ tier: "hourly", uptime: stats.uptime, assertions: stats.assertions })
    const quarter = new Date(until - 90 * DAY).toISOString()
    const days = await runStats(olga, { checkId, from: quarter, buckets: 90 })
    expect(days).toMatchObject({ tier: "daily", uptime: stats.uptime })
    expect(days.points).toHaveLength(90)
    await expect(runStats(olga, { checkId, from: to, to: from })).rejects.toThrow(
      "The end must come after the beginning",
    )
  })
})

describe("runStats of very many targets", () => {
  it("asks once for what is added up and has one row for each period; durations are those of some, counts of all", async () => {
    const { checkId, systemId, targetIds } = await check({
      environmentIds: Array.from({ length: 1_200 }, () => crypto.randomUUID()),
      assertions: 1,
    })
    const until = Math.floor((await now()).getTime() / DAY) * DAY
    await ask(
      `INSERT INTO healthcheck.daily SELECT target_id, $2::timestamptz - n * interval '24 hours', 2000000000, 1, 1, 0, 0, $3, 7, '{"0": 1}'
       FROM unnest($1::integer[]) target_id, generate_series(1, 3) n`,
      [targetIds, new Date(until), encode(new Map([[100, 5]]))],
    )
    const asked = vi.spyOn(pg.Client.prototype, "query")
    const from = new Date(until - 89 * DAY).toISOString()
    const stats = await runStats(olga, { systemId, from, buckets: 90 })
    const reading = asked.mock.calls.filter(([query]) => JSON.stringify(query).includes("healthcheck.daily"))
    asked.mockRestore()

    expect(reading).toHaveLength(1)
    expect(stats).toMatchObject({ tier: "daily", durationsOf: { targets: 600, of: 1_200 }, assertions: [] })
    const filled = stats.points.filter(({ ok }) => ok > 0)
    expect(filled.map(({ ok, failed }) => [ok, failed])).toEqual(Array(3).fill([2_400_000_000_000, 1_200]))
    expect(filled.every(({ p50 }) => p50 !== null && p50 > 7 && p50 < 7.4)).toBe(true)
    const few = {
      checkId,
      from: new Date(until - 3 * DAY).toISOString(),
      to: new Date(until).toISOString(),
      buckets: 3,
    }
    expect(await runStats(olga, few)).toMatchObject({
      durationsOf: null,
      assertions: [{ index: 0, passed: 5 * 3_600 - 3_600, failed: 3_600 }],
    })
  })
})

describe("systemUptime", () => {
  it("is the share of time a system was up by its status, and null where nobody knows", async () => {
    const { systemId } = await check()
    expect(await systemUptime(olga, { systemId })).toEqual({ day: null, week: null, month: null, quarter: null })
    await platform.call(olga, catalogContract.reportStatus, { systemId, status: "healthy" })
    await forward(3 * HOUR)
    await platform.call(olga, catalogContract.reportStatus, { systemId, status: "unhealthy" })
    await forward(HOUR)
    await platform.call(olga, catalogContract.reportStatus, { systemId, status: "maintenance" })
    await forward(HOUR)
    const { day, quarter } = await systemUptime(olga, { systemId })

    expect(day).toBeCloseTo(0.75, 2)
    expect(quarter).toBeCloseTo(0.75, 2)
  })
})
