import { describe, expect, it, vi } from "vitest"
import { forgetTargets } from "../forget-targets.ts"
import { storeRuns, testHistory } from "../history.fixture.ts"
import { uncoverRuns } from "../maintenance/cover-runs.ts"
import { DAY, HOUR, readHorizon } from "../tiers.ts"
import { countRuns } from "../uptime.ts"
import { letGo } from "./retention.ts"
import { queueHour, rollUpDays, rollUpHours } from "./roll-up.ts"

const { tx, ask, check, now, service, forward, forwardTo, secondPod } = await testHistory()
const KEPT = { rawDays: 7, hourlyDays: 90, dailyDays: 730 }
const WAIT = { timeout: 15_000, interval: 100 }
const count = async (table: string, targetId: number) =>
  Number((await ask(`SELECT count(*) FROM healthcheck.${table} WHERE target_id = $1`, [targetId]))[0].count)

/** How many times hours were queued. */
async function addUpAll(): Promise<number> {
  let queued = 0
  while (await queueHour(tx)) queued++
  while (await rollUpHours(tx));
  while (await rollUpDays(tx));
  return queued
}

describe("adding up", () => {
  it("waits for five minutes after the end of an hour, and adds a late run to an hour that was added up", async () => {
    const { targetId } = await check()
    const hour = await forwardTo(-30)
    const store = (minute: number) =>
      tx.transaction((t) =>
        storeRuns(t, [{ targetId, at: new Date(hour - HOUR + minute * 60_000), outcome: "ok", ms: 3 }]),
      )
    await store(1)
    await forward(34 * 60_000)
    await addUpAll()
    expect(await count("hourly", targetId)).toBe(0)
    await forward(2 * 60_000)
    await addUpAll()
    expect(await ask("SELECT ok FROM healthcheck.hourly WHERE target_id = $1", [targetId])).toEqual([{ ok: 1 }])
    await store(2)
    await addUpAll()
    expect(await ask("SELECT ok FROM healthcheck.hourly WHERE target_id = $1", [targetId])).toEqual([{ ok: 2 }])
  })

  it("leaves an hour alone whose mark somebody touches who has not committed yet", async () => {
    const { targetId } = await check()
    const hour = await forwardTo(10)
    const run = (second: number) => ({
      targetId,
      at: new Date(hour - 3 * HOUR + second * 1_000),
      outcome: "ok" as const,
      ms: 3,
    })
    await tx.transaction((t) => storeRuns(t, [run(1)]))
    const [stored, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const storing = tx.transaction(async (t) => {
      await storeRuns(t, [run(2)])
      stored.resolve()
      await commit.promise
    })
    await stored.promise
    await addUpAll()
    expect(await count("hourly", targetId)).toBe(0)
    commit.resolve()
    await storing
    await addUpAll()
    expect(await ask("SELECT ok FROM healthcheck.hourly WHERE target_id = $1", [targetId])).toEqual([{ ok: 2 }])
  })

  it("loses no run that comes while two servers add up", async () => {
    const targets = (await check({ environmentIds: Array.from({ length: 8 }, () => crypto.randomUUID()) })).targetIds
    await forwardTo(10)
    const { now: until } = await readHorizon(tx)
    let stored = 0
    let storing = true
    const store = async (offset: number) => {
      for (let round = 0; round < 25; round++) {
        const runs = targets.map((targetId) => ({
          targetId,
          at: new Date(Math.floor(until) - 3 * HOUR - round * 1_000 - offset),
          outcome: "ok" as const,
          ms: 10,
        }))
        await tx.transaction((t) => storeRuns(t, runs))
        stored += runs.length
      }
    }
    const addUp = async () => {
      while (storing) await rollUpHours(tx)
    }
    const adding = [addUp(), addUp()]
    await Promise.all([store(1), store(2)])
    storing = false
    await Promise.all(adding)
    await addUpAll()

    const [sum] = await ask("SELECT sum(ok)::int AS ok FROM healthcheck.hourly WHERE target_id = ANY($1)", [targets])
    expect(sum.ok).toBe(stored)
    expect(stored).toBe(400)
  })
})

describe("one step", () => {
  it("adds up fifty targets, also where Postgres believes that hardly any are due", async () => {
    const targets = (await check({ environmentIds: Array.from({ length: 120 }, () => crypto.randomUUID()) })).targetIds
    const hour = await forwardTo(10)
    const store = (second: number) =>
      tx.transaction((t) => {
        const at = new Date(hour - 3 * HOUR + second * 1_000)
        return storeRuns(
          t,
          targets.map((targetId) => ({ targetId, at, outcome: "ok", ms: 3 })),
        )
      })
    await store(1)
    await addUpAll()
    await ask("ANALYZE healthcheck.dirty_hour")
    await store(2)
    const steps = [await rollUpHours(tx), await rollUpHours(tx), await rollUpHours(tx), await rollUpHours(tx)]

    expect(steps).toEqual([50, 50, 20, 0])
    const [sum] = await ask("SELECT sum(ok)::int AS ok FROM healthcheck.hourly WHERE target_id = ANY($1)", [targets])
    expect(sum).toEqual({ ok: 240 })
  })
})

describe("what is kept", () => {
  it("is single runs for 7 days, hours for 90 and days for two years, and a range is told from what is left", async () => {
    const { targetId } = await check()
    const at = new Date((await now()).getTime() - HOUR)
    await tx.transaction((t) =>
      storeRuns(t, [
        { targetId, at, outcome: "failed" },
        { targetId, at: new Date(at.getTime() + 1), outcome: "ok", ms: 2 },
      ]),
    )
    const told = async () => {
      await addUpAll()
      await letGo(tx, KEPT, () => false)
      const horizon = await readHorizon(tx)
      const range = { from: at.getTime() - 2 * DAY, to: horizon.now }
      const { ok, failed } = (await countRuns(tx, [targetId], range, horizon)).get(targetId) ?? { ok: 0, failed: 0 }
      const rows = [await count("run", targetId), await count("hourly", targetId), await count("daily", targetId)]
      return { ok, failed, rows }
    }
    await forward(6 * DAY)
    expect(await told()).toEqual({ ok: 1, failed: 1, rows: [2, 1, 1] })
    await forward(3 * DAY)
    expect(await told()).toEqual({ ok: 1, failed: 1, rows: [0, 1, 1] })
    await forward(83 * DAY)
    expect(await told()).toEqual({ ok: 1, failed: 1, rows: [0, 0, 1] })
    await forward(640 * DAY)
    // Days that nothing was stored for are no work.
    expect(await addUpAll()).toBeLessThanOrEqual(1)
    expect(await told()).toEqual({ ok: 0, failed: 0, rows: [0, 0, 0] })
  })
})

describe("the worker", () => {
  it("makes partitions before others start, adds up, marks runs anew, and deletes what deleted checks left", async () => {
    const [kept, deleted, covered] = [await check(), await check(), await check()]
    const at = new Date((await now()).getTime() - 5 * HOUR)
    for (const { targetId } of [kept, deleted, covered])
      await tx.transaction((t) => storeRuns(t, [{ targetId, at, outcome: "ok", ms: 2 }]))
    await addUpAll()
    await tx.transaction((t) =>
      storeRuns(t, [{ targetId: kept.targetId, at: new Date(at.getTime() + 1), outcome: "failed" }]),
    )
    await forgetTargets(tx, deleted.targetIds)
    await uncoverRuns(service, {
      id: crypto.randomUUID(),
      status: "completed",
      startsAt: at.toISOString(),
      endsAt: new Date(at.getTime() + HOUR).toISOString(),
      systemIds: [covered.systemId],
      environmentIds: [],
    })
    const pod = await secondPod({ role: "worker" })

    await vi.waitFor(async () => {
      expect(await ask("SELECT ok, failed FROM healthcheck.hourly WHERE target_id = $1", [kept.targetId])).toEqual([
        { ok: 1, failed: 1 },
      ])
      const sums = await ask("SELECT ok, in_maintenance FROM healthcheck.hourly WHERE target_id = $1", [
        covered.targetId,
      ])
      expect(sums).toEqual([{ ok: 0, in_maintenance: 1 }])
      expect(await ask("SELECT * FROM healthcheck.forgotten_target")).toEqual([])
    }, WAIT)
    for (const table of ["run", "hourly", "daily", "dirty_hour"]) expect(await count(table, deleted.targetId)).toBe(0)
    expect(
      await ask(
        "SELECT to_regclass('healthcheck.run_' || to_char(platform.now() AT TIME ZONE 'UTC', 'YYYYMMDD')) AS today",
      ),
    ).not.toEqual([{ today: null }])
    await pod.stop(0)
  }, 30_000)
})
