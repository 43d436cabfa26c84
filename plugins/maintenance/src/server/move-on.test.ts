import { describe, expect, it, vi } from "vitest"
import { closeWindow } from "./close-window.ts"
import { testMaintenance } from "./maintenance.fixture.ts"
import { moveOn } from "./move-on.ts"

const { olga, service, at, system, schedule, read, told, ask, secondPod, forward } = await testMaintenance()
const WAIT = { timeout: 15_000, interval: 50 }

describe("two workers on one database", () => {
  it("let each of many windows begin once and end once, within a second of its time", async () => {
    const systemId = await system("Raced")
    const pods = await Promise.all([secondPod({ role: "worker" }), secondPod({ role: "worker" })])
    const [startsAt, endsAt] = [await at(60), await at(120)]
    const windows = []
    for (let index = 0; index < 12; index++) windows.push(await schedule([systemId], { startsAt, endsAt }))

    const late: number[] = []
    for (const status of ["inProgress", "completed"]) {
      // All of them become due in the same moment.
      await forward(60)
      const [{ due }] = await ask("SELECT platform.now() AS due")
      const flips = `SELECT extract(epoch FROM max(at) - $1)::float8 AS seconds, count(*)::int AS count
        FROM maintenance.window_update WHERE status = $2`
      await vi.waitFor(async () => expect((await ask(flips, [due, status]))[0].count).toBe(windows.length), WAIT)
      late.push((await ask(flips, [due, status]))[0].seconds)
    }

    for (const { id } of windows) expect(await told(id)).toEqual(["scheduled", "started", "ended"])
    // At one of the two the machine may have been held up by something else.
    expect(Math.min(...late)).toBeLessThan(2)
    for (const pod of pods) await pod.stop(0)
    const [{ flips }] = await ask(
      "SELECT count(*)::int AS flips FROM maintenance.window_update WHERE status IN ('inProgress', 'completed')",
    )
    expect(flips).toBe(2 * windows.length)
  }, 30_000)

  it("do not move a window on that somebody changed meanwhile", async () => {
    const { id } = await schedule([await system("Closed")], { startsAt: await at(5), endsAt: await at(10) })
    await forward(6)
    const [claim] = await ask(
      `UPDATE maintenance."window" SET lease = gen_random_uuid(), lease_until = now() + interval '1 hour' WHERE id = $1 RETURNING id, lease`,
      [id],
    )
    await closeWindow(olga, { id, note: "Not now." })

    await expect(moveOn(service, claim)).rejects.toThrow("another's to move on by now")
    expect((await read(id)).status).toBe("cancelled")
    expect(await told(id)).toEqual(["scheduled", "cancelled"])
  })
})
