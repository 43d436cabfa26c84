import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { moveClock, spawnFixture, TEST_SECRET, testPlatform } from "@countersign/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { claimDue, endClaim, renewClaim } from "./claim-due.ts"
import { errandPlugin, LEASE_MS } from "./errands.fixture.ts"

const { database, secondPod } = await testPlatform({ plugins: [errandPlugin] })
const pods: ChildProcess[] = []
afterEach(async () => {
  for (const pod of pods.splice(0)) {
    pod.kill("SIGKILL")
    if (pod.exitCode === null && pod.signalCode === null) await once(pod, "exit")
  }
  await moveClock(database, "0")
  await database.pool.query("TRUNCATE errand.errand, errand.begun, errand.done, errand.refused")
})

describe("workers", () => {
  it("of two processes do everything once", async () => {
    await Promise.all([startPod(), startPod()])
    await addErrands(100)

    await vi.waitFor(async () => expect(await done()).toEqual(range(100)), WAIT)
    expect(await ask("SELECT FROM errand.errand WHERE lease IS NOT NULL OR next_at IS NOT NULL")).toEqual([])
  }, 30_000)

  it("that are killed lose nothing: what they held is done by another when the lease has lapsed", async () => {
    const [dying, living] = await Promise.all([startPod(), startPod()])
    const held = await heldBy(dying)

    dying.kill("SIGKILL")

    await vi.waitFor(async () => expect(await done()).toEqual(held), WAIT)
    expect(await ask("SELECT DISTINCT pod FROM errand.done")).toEqual([{ pod: living.pid }])
    expect(await ask("SELECT DISTINCT pod FROM errand.begun WHERE lapsed")).toEqual([{ pod: living.pid }])
  }, 30_000)

  it("that stood still find their work done by another, and do not do it twice", async () => {
    const [sleeping, awake] = await Promise.all([startPod(), startPod()])
    const held = await heldBy(sleeping)
    sleeping.kill("SIGSTOP")
    await vi.waitFor(async () => expect(await done()).toEqual(held), WAIT)

    await database.pool.query("UPDATE errand.errand SET held = false")
    sleeping.kill("SIGCONT")

    const refused = "SELECT errand_id FROM errand.refused WHERE pod = $1 ORDER BY errand_id"
    await vi.waitFor(
      async () => expect(await ask(refused, [sleeping.pid])).toEqual(held.map((id) => ({ errand_id: id }))),
      WAIT,
    )
    expect(await done()).toEqual(held)
    expect(await ask("SELECT DISTINCT pod FROM errand.done")).toEqual([{ pod: awake.pid }])
  }, 30_000)

  it("end what they have begun when they are asked to stop, and begin nothing more", async () => {
    const pod = await startPod()
    const held = await heldBy(pod)

    pod.kill("SIGTERM")
    await addErrands(1, 500)
    await database.pool.query("UPDATE errand.errand SET held = false")
    const [code] = await once(pod, "exit")

    expect(code).toBe(0)
    expect(await done()).toEqual(expect.arrayContaining(held))
    // What came while it was asked may still have been begun; then it was ended as well.
    expect(await ask("SELECT FROM errand.errand WHERE lease IS NOT NULL")).toEqual([])
  }, 30_000)

  it("do not run on a mere web server", async () => {
    await addErrands(1)
    const web = await secondPod({ role: "web" })
    const worker = await secondPod({ role: "worker" })

    await vi.waitFor(async () => expect(await done()).toEqual([1]), WAIT)
    const names = "SELECT DISTINCT application_name FROM pg_stat_activity WHERE application_name LIKE '%errand.runner'"
    expect(await ask(names)).toEqual([{ application_name: "countersign errand.runner" }])
    await worker.stop(0)
    await vi.waitFor(async () => expect(await ask(names)).toEqual([]), WAIT)
    await web.stop(0)
  }, 30_000)
})

describe("what is due", () => {
  const table = "errand.errand" as const

  it("is told by a clock that tests can move, and taken once until the lease lapses", async () => {
    await addErrands(1)
    await database.pool.query("UPDATE errand.errand SET next_at = now() + interval '1 hour'")
    const claim = () => claimDue(database.direct, { table, limit: 10, leaseMs: 60_000 })

    expect(await claim()).toEqual([])
    await moveClock(database, "2 hours")
    const [first] = await claim()
    expect(first).toMatchObject({ id: "1", lapsed: false })
    expect(await claim()).toEqual([])

    await moveClock(database, "3 hours")
    const [second] = await claim()
    expect(second).toMatchObject({ id: "1", lapsed: true })
    expect(await renewClaim(database.direct, table, first!, 1_000)).toBe(false)
    expect(await endClaim(database.direct, table, first!, null)).toBe(false)
    expect(await renewClaim(database.direct, table, second!, 1_000)).toBe(true)
    expect(await endClaim(database.direct, table, second!, null)).toBe(true)
    expect(await claim()).toEqual([])
  })
})

const WAIT = { timeout: 10 * LEASE_MS, interval: 50 }

async function startPod(): Promise<ChildProcess> {
  const { child } = await spawnFixture("errand-process", { connection: database.config, secret: TEST_SECRET })
  pods.push(child)
  return child
}

/** Errands that this pod has begun, and holds. The others are stopped while they are handed out. */
async function heldBy(pod: ChildProcess): Promise<number[]> {
  const others = pods.filter((other) => other !== pod)
  for (const other of others) other.kill("SIGSTOP")
  await database.pool.query(
    "INSERT INTO errand.errand (id, held, next_at) SELECT id, true, now() FROM generate_series(1, 3) id",
  )
  const begun = "SELECT DISTINCT errand_id AS id FROM errand.begun WHERE pod = $1 ORDER BY id"
  await vi.waitFor(async () => expect((await ask(begun, [pod.pid])).map(({ id }) => id)).toEqual(range(3)), WAIT)
  for (const other of others) other.kill("SIGCONT")
  return range(3)
}

async function addErrands(count: number, from = 1): Promise<void> {
  await database.pool.query(
    "INSERT INTO errand.errand (id, next_at) SELECT id, now() FROM generate_series($1::int, $2::int) id",
    [from, from + count - 1],
  )
}

async function done(): Promise<unknown[]> {
  return (await ask("SELECT errand_id AS id FROM errand.done ORDER BY errand_id")).map(({ id }) => id)
}

async function ask(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.pool.query(statement, values)).rows
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1)
}
