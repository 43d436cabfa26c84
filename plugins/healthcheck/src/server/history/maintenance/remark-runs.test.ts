import { maintenanceContract } from "@countersign/maintenance/contract"
import { maintenancePlugin } from "@countersign/maintenance/server"
import { describe, expect, it, vi } from "vitest"
import { type RawRun, storeRuns, testHistory } from "../history.fixture.ts"
import { DAY, HOUR, readHorizon } from "../tiers.ts"
import { dropOldestDay } from "../upkeep/partitions.ts"
import { queueHour, rollUpHours } from "../upkeep/roll-up.ts"
import { countRuns } from "../uptime.ts"
import { coverRuns, uncoverRuns } from "./cover-runs.ts"
import { remarkRuns } from "./remark-runs.ts"

const { tx, ask, platform, olga, service, check, now, secondPod } = await testHistory([maintenancePlugin])
const WAIT = { timeout: 15_000, interval: 50 }

/** A failed run for each of so many hours ago, the earliest first. */
async function storeHours(targetId: number, hoursAgo: readonly number[], more: Partial<RawRun> = {}): Promise<void> {
  const until = (await now()).getTime()
  const runs = hoursAgo.map((hours) => ({
    targetId,
    at: new Date(until - hours * HOUR),
    outcome: "failed" as const,
    ...more,
  }))
  await tx.transaction((t) => storeRuns(t, runs))
}

async function addUpAll(): Promise<void> {
  while (await queueHour(tx));
  while (await rollUpHours(tx));
}

/** Without waiting for the worker to look: how many stretches were compared until none was left. */
async function remarkAll(): Promise<number> {
  let stretches = 0
  while (await remarkRuns(tx)) stretches++
  return stretches
}

const marks = async (targetId: number) =>
  (await ask("SELECT in_maintenance FROM healthcheck.run WHERE target_id = $1 ORDER BY at", [targetId])).map(
    (row) => row.in_maintenance as boolean,
  )

async function counted(targetId: number, hours: number) {
  const horizon = await readHorizon(tx)
  const counts = await countRuns(tx, [targetId], { from: horizon.now - hours * HOUR, to: horizon.now }, horizon)
  const { failed, inMaintenance } = counts.get(targetId)!
  return { failed, inMaintenance }
}

/** A window as maintenance announces it, by hours from now. */
async function windowOf(systemId: string, from: number, to: number, environmentIds: string[] = []) {
  const base = (await now()).getTime()
  const [startsAt, endsAt] = [from, to].map((hours) => new Date(base + hours * HOUR).toISOString()) as [string, string]
  return { id: crypto.randomUUID(), startsAt, endsAt, systemIds: [systemId], environmentIds }
}

describe("runs that a window covers which was made or changed later", () => {
  it("leave uptime, also in hours that were added up, and come back when the window moves on", async () => {
    const [covered, other] = [await check(), await check()]
    for (const { targetId } of [covered, other]) await storeHours(targetId, [5, 3, 1])
    await addUpAll()
    expect(await counted(covered.targetId, 24)).toEqual({ failed: 3, inMaintenance: 0 })
    const worker = await secondPod({ role: "worker" })
    const until = (await now()).getTime()
    const { id } = await platform.call(olga, maintenanceContract.create, {
      title: "Move",
      systemIds: [covered.systemId],
      startsAt: new Date(until - 4 * HOUR).toISOString(),
      endsAt: new Date(until + HOUR).toISOString(),
    })
    await vi.waitFor(async () => {
      await remarkAll()
      expect(await marks(covered.targetId)).toEqual([false, true, true])
    }, WAIT)
    expect(await marks(other.targetId)).toEqual([false, false, false])
    expect(await counted(covered.targetId, 24)).toEqual({ failed: 1, inMaintenance: 2 })

    const { version } = await platform.call(olga, maintenanceContract.get, { id })
    await platform.call(olga, maintenanceContract.update, { id, version, systemIds: [other.systemId] })
    await vi.waitFor(async () => {
      await remarkAll()
      expect(await marks(covered.targetId)).toEqual([false, false, false])
      expect(await marks(other.targetId)).toEqual([false, true, true])
    }, WAIT)
    await platform.call(olga, maintenanceContract.close, { id, note: "Done." })
    await vi.waitFor(
      async () => expect(await ask("SELECT open FROM healthcheck.maintenance")).toEqual([{ open: false }]),
      WAIT,
    )
    await worker.stop(0)
    await remarkAll()
    expect(await marks(other.targetId)).toEqual([false, true, true])
  }, 30_000)

  it("are compared half a day at a time, change in nothing else, and have their hours added up anew", async () => {
    const { targetId, systemId } = await check({ assertions: 2 })
    await storeHours(targetId, [71, 50, 49, 30, 2], { ms: 12.5, failedAssertions: [1] })
    await ask(
      `INSERT INTO healthcheck.run (at, target_id, outcome, tries, slots) VALUES (platform.now() - interval '40 hours', $1, 3, 2, 7)`,
      [targetId],
    )
    await addUpAll()
    const rest = "SELECT at, ms, outcome, tries, failed_assertions, slots FROM healthcheck.run WHERE target_id = $1"
    const before = await ask(`${rest} ORDER BY at`, [targetId])
    await uncoverRuns(service, { ...(await windowOf(systemId, -60, -10)), status: "completed" })

    // 50 hours are four halves of a day and a rest.
    expect(await remarkAll()).toBe(5)
    expect(await marks(targetId)).toEqual([false, true, true, true, true, false])
    expect(await ask(`${rest} ORDER BY at`, [targetId])).toEqual(before)
    expect(await ask("SELECT at FROM healthcheck.dirty_hour WHERE target_id = $1", [targetId])).toHaveLength(4)
    await addUpAll()
    const [sum] = await ask(
      `SELECT sum(failed)::int AS failed, sum(in_maintenance)::int AS covered, sum(missed)::int AS missed
       FROM healthcheck.hourly WHERE target_id = $1`,
      [targetId],
    )
    expect(sum).toEqual({ failed: 2, covered: 3, missed: 7 })
  })

  it("are those of its environments, where it names some, and runs of none are left alone", async () => {
    const [staging, production] = [crypto.randomUUID(), crypto.randomUUID()]
    const { targetIds, systemId } = await check({ environmentIds: [staging, production, null] })
    for (const id of targetIds) await storeHours(id, [2])
    await coverRuns(service, { ...(await windowOf(systemId, -3, 1, [staging])), status: "inProgress" })
    await remarkAll()

    expect(await Promise.all(targetIds.map(marks))).toEqual([[true], [false], [false]])
  })

  it("are those up to its end, when it was called off or closed early", async () => {
    const [called, closed] = [await check(), await check()]
    const windows = [await windowOf(called.systemId, -3, 5), await windowOf(closed.systemId, -3, 5)] as const
    for (const window of windows) await coverRuns(service, { ...window, status: "inProgress" })
    for (const { targetId } of [called, closed]) await storeHours(targetId, [2, 1], { inMaintenance: true })
    await uncoverRuns(service, { ...windows[0], status: "cancelled" })
    const early = new Date((await now()).getTime() - 1.5 * HOUR).toISOString()
    await uncoverRuns(service, { ...windows[1], endsAt: early, status: "completed" })
    await remarkAll()
    expect(await marks(called.targetId)).toEqual([true, true])
    expect(await marks(closed.targetId)).toEqual([true, false])
    const over = "SELECT ends_at <= platform.now() AS over, open FROM healthcheck.maintenance WHERE window_id = $1"
    for (const { id } of windows) expect(await ask(over, [id])).toEqual([{ over: true, open: false }])
  })

  it("stay as they were counted once they are gone", async () => {
    const { targetId, systemId } = await check()
    await storeHours(targetId, [75, 1])
    await addUpAll()
    const before = (await now()).getTime() - DAY
    while (await dropOldestDay(tx, before));
    await uncoverRuns(service, { ...(await windowOf(systemId, -80, 0)), status: "completed" })
    await remarkAll()

    expect(await marks(targetId)).toEqual([true])
    expect(await counted(targetId, 96)).toEqual({ failed: 1, inMaintenance: 1 })
  })

  it("are compared by two servers at once, no stretch by both", async () => {
    const checks = await Promise.all(Array.from({ length: 6 }, () => check()))
    for (const { targetId } of checks) await storeHours(targetId, [3, 2, 1])
    for (const { systemId } of checks)
      await uncoverRuns(service, { ...(await windowOf(systemId, -2.5, 0)), status: "completed" })
    const compared = await Promise.all([remarkAll(), remarkAll()])

    expect(compared[0] + compared[1]).toBe(6)
    for (const { targetId } of checks) expect(await marks(targetId)).toEqual([false, true, true])
  })
})
