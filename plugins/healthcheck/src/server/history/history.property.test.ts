import { maintenancePlugin } from "@countersign/maintenance/server"
import fc from "fast-check"
import { describe, expect, inject, it } from "vitest"
import { OUTCOME, type RawRun, storeRuns, testHistory } from "./history.fixture.ts"
import { errorOf, HistoryReference, rangeOfPoint } from "./history-reference.fixture.ts"
import { coverRuns, uncoverRuns } from "./maintenance/cover-runs.ts"
import { remarkRuns } from "./maintenance/remark-runs.ts"
import { runStats } from "./reads/run-stats.ts"
import { DAY, HOUR, type Horizon, type Range, readHorizon, tellable } from "./tiers.ts"
import { dropOldestDay } from "./upkeep/partitions.ts"
import { queueHour, rollUpDays, rollUpHours } from "./upkeep/roll-up.ts"
import { countRuns } from "./uptime.ts"

const { tx, service, check, forward } = await testHistory([maintenancePlugin])
const MINUTE = 60_000

type Step =
  | {
      kind: "store"
      runs: { target: number; minutesAgo: number; outcome: keyof typeof OUTCOME; ms: number; failed: number[] }[]
    }
  | { kind: "advance"; hours: number }
  | { kind: "queue" | "rollHours" | "rollDays"; times: number }
  | { kind: "cover"; hoursAgo: number; hours: number; ended: boolean }
  | { kind: "drop" }
  | { kind: "keepUp" }
  | { kind: "look"; hoursAgo: number; minutes: number; buckets: number }

const run = fc.record({
  target: fc.nat(1),
  // Some of them anywhere, most in the same few hours: added up before the next of them comes.
  minutesAgo: fc.oneof(
    fc.nat(60 * 60),
    fc.tuple(fc.constantFrom(2, 3, 26, 27, 50), fc.nat(60)).map(([hours, minutes]) => hours * 60 + minutes),
  ),
  outcome: fc.constantFrom(...(Object.keys(OUTCOME) as (keyof typeof OUTCOME)[])),
  ms: fc.double({ min: 0.02, max: 100_000, noNaN: true }),
  failed: fc.subarray([0, 1, 2]),
})
const step = fc.oneof<fc.WeightedArbitrary<Step>[]>(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("store"), runs: fc.array(run, { minLength: 1, maxLength: 40 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("advance"), hours: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom("queue", "rollHours", "rollDays"),
      times: fc.constantFrom(1, 5, 100),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("cover"),
      hoursAgo: fc.integer({ min: 1, max: 60 }),
      hours: fc.integer({ min: 1, max: 30 }),
      ended: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("drop") }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("keepUp") }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("look"),
      hoursAgo: fc.integer({ min: 1, max: 100 }),
      minutes: fc.oneof(fc.integer({ min: 1, max: 100 * 60 }), fc.constant(100 * 60)),
      buckets: fc.constantFrom(1, 2, 7, 90, 2_000),
    }),
  },
)

describe("history", () => {
  it("tells of any range what a list of all runs tells, in any order of runs, late ones, windows, sums and days that are dropped", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30, size: "max" }), async (steps) => {
        const world = await newWorld()
        for (const one of steps) await world.take(one)
        await world.settle()
      }),
      { seed: 20_261_117, numRuns: inject("long") ? 200 : 5 },
    )
  }, 600_000)
})

async function newWorld() {
  const { targetIds, systemId } = await check({ environmentIds: [null, crypto.randomUUID()], assertions: 3 })
  const reference = new HistoryReference()
  let covers = 0
  return { take, settle }

  async function take(one: Step): Promise<void> {
    if (one.kind === "store") return store(one.runs)
    if (one.kind === "advance") return forward(one.hours * HOUR)
    if ("times" in one) return repeat(one.times, WORK[one.kind])
    if (one.kind === "cover") return cover(one)
    if (one.kind === "keepUp") return keepUp()
    if (one.kind === "drop") return void (await dropOldestDay(tx, (await readHorizon(tx)).now - 2 * DAY))
    await look(one)
  }

  async function store(drafts: (Step & { kind: "store" })["runs"]): Promise<void> {
    const { now, rawFrom } = await readHorizon(tx)
    const runs = drafts.flatMap(({ target, minutesAgo, outcome, ms, failed }): RawRun[] => {
      const at = new Date(Math.floor(now / MINUTE - minutesAgo) * MINUTE)
      if (at.getTime() < rawFrom) return []
      const isAnswered = outcome !== "missed" && failed.length < 3
      const failedAssertions = outcome !== "ok" && isAnswered && failed.length > 0 ? failed : null
      const inMaintenance = reference.isCovered(at.getTime())
      return [
        { targetId: targetIds[target]!, at, outcome, ms: isAnswered ? ms : null, failedAssertions, inMaintenance },
      ]
    })
    if (runs.length === 0) return
    await tx.transaction((t) => storeRuns(t, runs))
    for (const one of runs) reference.store(one)
    const horizon = await readHorizon(tx)
    await lookAtCounts({ from: horizon.now - 80 * HOUR, to: horizon.now }, horizon)
  }

  async function cover({ hoursAgo, hours, ended }: Step & { kind: "cover" }): Promise<void> {
    const { now, rawFrom } = await readHorizon(tx)
    const from = Math.floor(now / MINUTE - hoursAgo * 60) * MINUTE
    // Of one that goes on, runs of later are covered too.
    const to = ended ? Math.min(from + hours * HOUR, now) : now + 1_000 * DAY
    const window = {
      id: crypto.randomUUID(),
      startsAt: new Date(from).toISOString(),
      endsAt: new Date(to).toISOString(),
      systemIds: [systemId],
      environmentIds: [],
    }
    // One window that never ends would leave nothing to look at.
    if (!ended && ++covers > 1) return
    const changed = ended
      ? await uncoverRuns(service, { ...window, status: "completed" })
      : await coverRuns(service, { ...window, status: "inProgress" })
    expect(changed.targets).toBe(2)
    await repeat(100, remarkRuns)
    reference.cover({ from, to }, rawFrom)
  }

  async function look({ hoursAgo, minutes, buckets }: Step & { kind: "look" }): Promise<void> {
    const horizon = await readHorizon(tx)
    const from = horizon.now - hoursAgo * HOUR
    const range = { from, to: Math.min(horizon.now, from + minutes * MINUTE) }
    await lookAtCounts(range, horizon)
    const asked = { from: new Date(range.from).toISOString(), to: new Date(range.to).toISOString(), buckets }
    const stats = await runStats(service, { ...asked, systemId })

    expect(stats.points.length).toBeLessThanOrEqual(buckets)
    expect(stats.points[0]!.from).toBe(stats.from)
    expect(stats.points.at(-1)!.to).toBe(stats.to)
    for (const { from, to, p50, p95, p99, max, ...counted } of stats.points) {
      const of = rangeOfPoint({ from, to })
      expect(counted).toEqual(reference.count(targetIds, of))
      const exact = reference.durations(targetIds, of)
      expect(errorOf(p50, exact, 0.5)).toBeLessThan(0.02)
      expect(errorOf(p95, exact, 0.95)).toBeLessThan(0.02)
      expect(errorOf(p99, exact, 0.99)).toBeLessThan(0.02)
      expect(errorOf(max, exact, 1)).toBeLessThan(1e-6)
    }
    for (const { index, passed, failed } of stats.assertions) {
      expect(failed).toBe(reference.failures(targetIds, rangeOfPoint(stats), index))
      expect(passed + failed).toBe(reference.durations(targetIds, rangeOfPoint(stats)).length)
    }
  }

  async function lookAtCounts(range: Range, horizon: Horizon): Promise<void> {
    const counts = await countRuns(tx, targetIds, range, horizon)
    for (const id of targetIds)
      expect(counts.get(id) ?? NOTHING).toEqual(reference.count([id], tellable(range, horizon)))
  }

  /** Everything added up: what hours and days alone say is what all runs say. */
  async function settle(): Promise<void> {
    await keepUp()
    await look({ kind: "look", hoursAgo: 100, minutes: 6_000, buckets: 4 })
    await look({ kind: "look", hoursAgo: 100, minutes: 6_000, buckets: 100 })
  }
}

async function keepUp(): Promise<void> {
  for (const work of Object.values(WORK)) await repeat(10_000, work)
}

const WORK = { queue: queueHour, rollHours: rollUpHours, rollDays: rollUpDays }
const NOTHING = { ok: 0, degraded: 0, failed: 0, missed: 0, inMaintenance: 0 }

async function repeat(times: number, one: (of: typeof tx) => Promise<boolean | number>): Promise<void> {
  for (let time = 0; time < times && (await one(tx)); time++);
}
