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
    // All of them become due in the same moment, once they are all there.
    const [{ soon }] = await ask("SELECT date_trunc('second', platform.now()) + interval '6 seconds' AS soon")
    const startsAt = (soon as Date).toISOString()
    const endsAt = new Date(soon.getTime() + 4_000).toISOString()
    const windows = []
    for (let index = 0; index < 12; index++) windows.push(await schedule([systemId], { startsAt, endsAt }))

    await vi.waitFor(async () => {
      const [{ over }] = await ask(`SELECT count(*)::int AS over FROM maintenance."window" WHERE status = 'completed'`)
      expect(over).toBe(windows.length)
    }, WAIT)

    for (const { id } of windows) expect(await told(id)).toEqual(["scheduled", "started", "ended"])
    const late = await ask(
      `SELECT max(extract(epoch FROM at - CASE status WHEN 'inProgress' THEN $1::timestamptz ELSE $2::timestamptz END)) AS seconds,
         count(*)::int AS flips FROM maintenance.window_update WHERE status IN ('inProgress', 'completed')`,
      [startsAt, endsAt],
    )
    expect(late[0].flips).toBe(2 * windows.length)
    expect(Number(late[0].seconds)).toBeLessThan(2)
    for (const pod of pods) await pod.stop(0)
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
