import { catalogContract } from "@countersign/catalog/contract"
import { silentLog } from "@countersign/core/host"
import { sql } from "drizzle-orm"
import { describe, expect, it } from "vitest"
import { missLapsed } from "./claim.ts"
import { testEngine } from "./engine.fixture.ts"
import { readBlamedPlaces } from "./place-store.ts"
import { endTargets, ofChecks, pauseTargets } from "./schedule-store.ts"
import { noteSilence } from "./sweep.ts"
import { sweep } from "./sweeper.ts"

const { ask, check, claim, database, forward, olga, platform, runs, schedule, service, store, system } =
  await testEngine()
const statusOf = async (systemId: string) =>
  (await platform.call(service, catalogContract.getSystem, { systemId })).reports.map(
    ({ source, status, reason, measured }) => ({
      source,
      status,
      reason,
      measured,
    }),
  )
const stored = (targetId: number) =>
  ask("SELECT outcome, ms, tries, failed_assertions, slots FROM healthcheck.run WHERE target_id = $1 ORDER BY at", [
    targetId,
  ])

describe("a tick", () => {
  it("is claimed by one, moves to the next slot before it runs, and is stored once", async () => {
    const { targetId } = await check({ intervalSeconds: 60 })
    const [mine, others] = await Promise.all([claim(), claim()])
    const all = [...mine, ...others].filter((one) => one.targetId === targetId)
    expect(all).toHaveLength(1)

    const { next_at, interval_ms, phase_ms, next_in } = await schedule(targetId)
    expect((next_at.getTime() - phase_ms) % interval_ms).toBe(0)
    expect(next_in).toBeGreaterThan(0)
    expect(next_in).toBeLessThanOrEqual(60_000)

    expect(await store(all, "ok")).toEqual({ stored: 1, dropped: 0 })
    expect(await store(all, "ok")).toEqual({ stored: 0, dropped: 1 })
    expect(await stored(targetId)).toEqual([{ outcome: 0, ms: 12.5, tries: 1, failed_assertions: null, slots: null }])
  })

  it("is over once it is claimed, also where the clock is read before and after it comes due", async () => {
    await endTargets(database.direct, sql`true`)
    const { targetId } = await check({ intervalSeconds: 60 })
    const dueAt = new Date("2099-01-01T00:00:30Z")
    await ask("UPDATE healthcheck.schedule SET phase_ms = 30000, next_at = $2 WHERE target_id = $1", [targetId, dueAt])
    await ask("CREATE SEQUENCE healthcheck.ticks")
    await ask(`CREATE OR REPLACE FUNCTION platform.now() RETURNS timestamptz STABLE LANGUAGE sql AS
      $$SELECT timestamptz '2099-01-01T00:00:30Z' - (nextval('healthcheck.ticks') ^ 2)::bigint % 11 % 3 * interval '1 millisecond'$$`)
    const ticks = []
    for (let n = 0; n < 40; n++) {
      const mine = (await claim()).filter((one) => one.targetId === targetId)
      ticks.push(...mine.map(({ slotAt }) => slotAt.toISOString()))
      await ask("UPDATE healthcheck.schedule SET lease = NULL WHERE target_id = $1", [targetId])
    }
    await endTargets(database.direct, sql`true`)
    await forward(0)
    expect(ticks).toEqual([dueAt.toISOString()])
  })

  it("whose holder stood still is a missed run, and what is brought back later is dropped", async () => {
    const { targetId } = await check()
    const claims = (await claim()).filter((one) => one.targetId === targetId)
    await forward(15_000)
    expect(await missLapsed(database.direct)).toBe(1)
    expect(await missLapsed(database.direct)).toBe(0)

    expect(await store(claims, "failed")).toEqual({ stored: 0, dropped: 1 })
    expect(await stored(targetId)).toMatchObject([{ outcome: 3, slots: null }])
    expect((await schedule(targetId)).lease).toBeNull()
  })

  it("that nobody ran for an hour is told in one missed run, and only the last slot runs", async () => {
    const { targetId } = await check({ intervalSeconds: 60 })
    await store(
      (await claim()).filter((one) => one.targetId === targetId),
      "ok",
    )
    await forward(3_600_000)

    const claims = (await claim()).filter((one) => one.targetId === targetId)
    expect(claims).toHaveLength(1)
    const [, missed, ...more] = await stored(targetId)
    expect(more).toEqual([])
    expect(missed).toMatchObject({ outcome: 3 })
    expect(missed.slots).toBeGreaterThanOrEqual(58)
    expect(missed.slots).toBeLessThanOrEqual(60)
    expect((await claim()).filter((one) => one.targetId === targetId)).toEqual([])
    await store(claims, "ok")
  })

  it("drops its result when its check is paused or its target ended meanwhile", async () => {
    for (const end of [pauseTargets, endTargets]) {
      const { targetId, checkId } = await check()
      const claims = (await claim()).filter((one) => one.targetId === targetId)
      await end(database.direct, ofChecks([checkId]))
      expect(await store(claims, "failed")).toEqual({ stored: 0, dropped: 1 })
      expect(await stored(targetId)).toEqual([])
    }
  })
})

describe("a status", () => {
  it("is told to the catalog and to listeners when it changes, and only then", async () => {
    const { targetId, systemId, assignmentId, checkId } = await check()
    expect(await runs(targetId, "ok", "ok", "failed")).toMatchObject({ status: "healthy", last_outcome: "failed" })
    expect(await statusOf(systemId)).toEqual([
      { source: `healthcheck:${assignmentId}`, status: "healthy", reason: "", measured: true },
    ])

    expect(await runs(targetId, "failed", "failed")).toMatchObject({ status: "unhealthy" })
    expect(await statusOf(systemId)).toMatchObject([{ status: "unhealthy", reason: "It is 500, not 200." }])
    await runs(targetId, "ok")
    const told = await ask("SELECT payload FROM platform.event WHERE about_id = $1 ORDER BY at, id", [checkId])
    expect(told.map(({ payload }) => [payload.before, payload.after, payload.failing])).toEqual([
      [null, "healthy", []],
      ["healthy", "unhealthy", ["It is 500, not 200."]],
      ["unhealthy", "healthy", []],
    ])
  })

  it("is confirmed soon after a run that disagrees with it", async () => {
    const { targetId } = await check({ intervalSeconds: 3_600 })
    await runs(targetId, "ok")
    expect((await schedule(targetId)).next_in).toBeGreaterThan(0)
    await runs(targetId, "failed")
    const { next_in } = await schedule(targetId)
    expect(next_in).toBeGreaterThan(15_000)
    expect(next_in).toBeLessThanOrEqual(20_000)
  })

  it("follows the rule of the assignment where it has one", async () => {
    const { targetId, assignmentId } = await check()
    await ask("UPDATE healthcheck.assignment SET status_rule = $2 WHERE id = $1", [
      assignmentId,
      JSON.stringify({ kind: "consecutive", unhealthyAfter: 1, degradedAfter: 1, healthyAfter: 1 }),
    ])
    expect(await runs(targetId, "ok", "failed")).toMatchObject({ status: "unhealthy" })
  })

  it("is unknown when no run came in three intervals, and not before", async () => {
    const { targetId, systemId } = await check({ intervalSeconds: 30 })
    await runs(targetId, "ok")
    await forward(85_000)
    await noteSilence(service, {})
    expect(await statusOf(systemId)).toMatchObject([{ status: "healthy" }])
    await forward(10_000)
    await noteSilence(service, {})
    expect(await statusOf(systemId)).toMatchObject([{ status: "unknown", reason: "No run came in three intervals." }])
    expect(await runs(targetId, "ok")).toMatchObject({ status: "healthy" })
  })
})

describe("what is kept", () => {
  it("is bounded: whole for failed, changed and the newest good run, a narrow row otherwise", async () => {
    const { targetId } = await check()
    await runs(targetId, "ok", "ok", "ok", "failed")
    const kept = await ask("SELECT sentence, detail FROM healthcheck.result WHERE target_id = $1 ORDER BY at", [
      targetId,
    ])
    expect(kept.map(({ sentence }) => sentence)).toEqual(["", "It is 500, not 200."])
    expect(kept[1].detail.values.response.body).toHaveLength(2_001)
    const [{ last_ok, last_at }] = await ask("SELECT last_ok, last_at FROM healthcheck.state WHERE target_id = $1", [
      targetId,
    ])
    const [third] = await ask(
      "SELECT at FROM healthcheck.run WHERE target_id = $1 AND at < $2 ORDER BY at DESC LIMIT 1",
      [targetId, last_at],
    )
    expect(last_ok).toMatchObject({ at: third.at.toISOString(), values: { response: { status: 200 } } })
    expect(await stored(targetId)).toMatchObject([{}, {}, {}, { outcome: 2, failed_assertions: [1] }])
  })
})

describe("what a database cannot hold", () => {
  const odd = ["a\u0000b", "cut \ud83d", "\udc00 cut"]
  const assertions = odd.map((text) => ({
    passed: false,
    severity: "unhealthy" as const,
    actual: text,
    sentence: text,
  }))
  const usual = { outcome: "failed", values: { [odd[0]!]: { odd } }, durationMs: 1, tries: 1 } as const

  it.each([
    ["in a failure", { ...usual, failure: { code: "failed" as const, message: odd.join() }, assertions: [] }],
    ["in assertions", { ...usual, failure: null, assertions }],
  ])("is stored without it where a server brought it %s, and so are the runs beside it", async (_where, run) => {
    const { targetId } = await check({
      statusRule: { kind: "consecutive", unhealthyAfter: 1, degradedAfter: 1, healthyAfter: 1 },
    })
    const { sentence, status } = await runs(targetId, { ...run, values: { ...run.values } as never })
    expect(status).toBe("unhealthy")
    expect(sentence).toContain("\ufffd")
  })
})

describe("targets that keep timing out", () => {
  it("run in a lane of their own until they answer", async () => {
    const { targetId } = await check()
    await runs(targetId, "ok", "timeout", "timeout")
    expect(await schedule(targetId)).toMatchObject({ suspect: false })
    await runs(targetId, "timeout")
    expect(await schedule(targetId)).toMatchObject({ suspect: true })
    await runs(targetId, "failed")
    expect(await schedule(targetId)).toMatchObject({ suspect: false })
  })
})

describe("a place", () => {
  it("is blamed when most of its targets are cut off at once, not the systems; and acquitted when they are back", async () => {
    await forward(120_000)
    const systems = await Promise.all(Array.from({ length: 4 }, system))
    const all = []
    for (let n = 0; n < 12; n++) all.push(await check({ intervalSeconds: 10 }, systems[n % 4]))
    const together = async (ending: "ok" | "timeout") => {
      await forward(10_000)
      await store(await claim(), ending)
    }
    await together("ok")
    await together("timeout")
    await together("timeout")

    const places = await readBlamedPlaces(database.direct)
    expect(places).toMatchObject([{ place: "server" }])
    expect(places[0]!.sentence).toContain("its own network is to blame")
    for (const systemId of systems)
      expect(await statusOf(systemId)).toMatchObject([
        { status: "healthy" },
        { status: "healthy" },
        { status: "healthy" },
      ])

    await together("ok")
    const host = { sql: database.direct, call: platform.call.bind(null, service) as never, log: silentLog }
    await sweep(host, { silence: false })
    expect(await readBlamedPlaces(database.direct)).toEqual([])
  })

  it("is not blamed for one system that is down", async () => {
    await forward(120_000)
    const down = await system()
    const all = []
    for (let n = 0; n < 12; n++) all.push(await check({ intervalSeconds: 10 }, down))
    for (const ending of ["ok", "timeout", "timeout"] as const) {
      await forward(10_000)
      const mine = (await claim()).filter(({ systemId }) => systemId === down)
      await store(mine, ending)
    }
    expect((await platform.call(olga, catalogContract.getSystem, { systemId: down })).status).toBe("unhealthy")
  })
})
