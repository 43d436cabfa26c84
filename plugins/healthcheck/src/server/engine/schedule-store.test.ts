import { describe, expect, it } from "vitest"
import { testEngine } from "./engine.fixture.ts"
import {
  endTargets,
  ofChecks,
  pauseTargets,
  placeTargets,
  rescheduleTargets,
  resumeTargets,
  runTargetsNow,
} from "./schedule-store.ts"

const { ask, check, database, forward } = await testEngine()
const tx = database.direct
const dueIn = async (targetId: number): Promise<number | null> => {
  const [row] = await ask(
    "SELECT (extract(epoch FROM next_at - platform.now()) * 1000)::float8 AS ms FROM healthcheck.schedule WHERE target_id = $1",
    [targetId],
  )
  return row.ms
}

describe("a target", () => {
  it("runs at once, and is made once however often it is asked for", async () => {
    const { targetId, ...of } = await check({ intervalSeconds: 3_600 })

    expect(await dueIn(targetId)).toBeLessThanOrEqual(0)
    expect(await placeTargets(tx, [{ ...of, environmentId: null }])).toEqual([])
    expect(await ask("SELECT status FROM healthcheck.state WHERE target_id = $1", [targetId])).toEqual([
      { status: null },
    ])
  })

  it("of a paused check waits until it is resumed", async () => {
    const { targetId, checkId } = await check({ paused: true })
    expect(await dueIn(targetId)).toBeNull()
    expect(await runTargetsNow(tx, ofChecks([checkId]))).toBe(0)

    await resumeTargets(tx, ofChecks([checkId]))
    expect(await dueIn(targetId)).toBeLessThanOrEqual(0)

    await pauseTargets(tx, ofChecks([checkId]))
    expect(await dueIn(targetId)).toBeNull()
  })

  it("drops what is running when its check is changed, paused or ended", async () => {
    for (const end of [rescheduleTargets, pauseTargets, endTargets]) {
      const { targetId, checkId } = await check()
      await ask("UPDATE healthcheck.schedule SET lease = gen_random_uuid() WHERE target_id = $1", [targetId])
      await end(tx, ofChecks([checkId]))
      expect(
        await ask("SELECT lease FROM healthcheck.schedule WHERE target_id = $1 AND lease IS NOT NULL", [targetId]),
      ).toEqual([])
    }
  })

  it("that ended leaves room for the next one", async () => {
    const { targetId, ...of } = await check()
    const [ended] = await endTargets(tx, ofChecks([of.checkId]))
    expect(ended).toMatchObject({ id: targetId, systemId: of.systemId })

    const [next] = await placeTargets(tx, [{ ...of, environmentId: null }])
    expect(next).toBeGreaterThan(targetId)
  })

  it("is asked for at once besides its interval", async () => {
    const { targetId, checkId } = await check()
    await ask("UPDATE healthcheck.schedule SET next_at = platform.now() + interval '1 hour' WHERE target_id = $1", [
      targetId,
    ])
    expect(await runTargetsNow(tx, ofChecks([checkId]))).toBe(1)
    expect(await dueIn(targetId)).toBeLessThanOrEqual(0)
  })
})

describe("slots", () => {
  it("lie on the same instants whoever counts them, and after the instant asked for", async () => {
    await forward(0)
    for (const [interval, phase] of [
      [5_000, 0],
      [20_000, 12_345],
      [86_400_000, 86_399_999],
    ])
      for (const after of ["2026-11-17T10:00:00.000Z", "2026-11-17T10:00:12.345Z", "1999-12-31T23:59:59.999Z"]) {
        const [{ slot }] = await ask("SELECT healthcheck.next_slot($1::timestamptz, $2, $3) AS slot", [
          after,
          interval,
          phase,
        ])
        const ms = Date.parse(after)
        const expected = (Math.floor((ms - phase!) / interval!) + 1) * interval! + phase!
        expect(slot.getTime()).toBe(expected)
        expect(expected).toBeGreaterThan(ms)
      }
  })

  it("of a thousand targets are spread over the interval", async () => {
    const rows = await ask(
      "SELECT count(*)::int AS n FROM generate_series(4711, 5710) id GROUP BY healthcheck.phase_of(id, 20000) / 1000 ORDER BY 1",
    )
    expect(rows).toHaveLength(20)
    expect(rows[0].n).toBeGreaterThanOrEqual(48)
    expect(rows.at(-1)!.n).toBeLessThanOrEqual(52)
  })
})
