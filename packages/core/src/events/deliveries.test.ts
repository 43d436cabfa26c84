import { once } from "node:events"
import { TEST_SECRET, testPlatform } from "@countersign/testing"
import { describe, expect, it, vi } from "vitest"
import { spawnFixture } from "../../../testing/src/spawn-fixture.ts"
import type { Platform } from "../create-platform.ts"
import { LazyTransaction } from "../db/transaction.ts"
import { createLog } from "../log.ts"
import { bellContract, bellPlugin, listenerPlugin, rung } from "./bells.fixture.ts"
import { MOST_CAUSES } from "./event-store.ts"

const lines: string[] = []
const log = createLog({ level: "warn", format: "json", write: (line) => lines.push(line) })
const testing = await testPlatform({ plugins: [bellPlugin, listenerPlugin], log })
const { platform, database } = testing
const ana = await testing.as("ana")
const ring = (bellId: string, times = 1) => platform.call(ana, bellContract.ring, { bellId, times })
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows
const heard = async (bell: string): Promise<number[]> =>
  (await rows("SELECT times FROM listener.heard WHERE bell = $1 ORDER BY id", [bell])).map(({ times }) => times)
const waiting = () => rows("SELECT subscriber, about, attempts, problem FROM platform.delivery ORDER BY id")
let worker: Platform
const WAIT = { timeout: 15_000, interval: 20 }

describe("an event", () => {
  it("is written with its change, one delivery for each who is to hear of it, and not delivered by a server for the web", async () => {
    await ring("kept", 3)

    const [event] = await rows("SELECT * FROM platform.event WHERE about_id = 'kept'")
    expect(event).toMatchObject({
      event: "bell.rung",
      about_type: "bell.bell",
      payload: { bellId: "kept", times: 3, by: "Ana" },
      causation: [],
      correlation_id: ana.correlationId,
    })
    expect(await waiting()).toMatchObject([
      { subscriber: "listener.note", about: "bell.bell:kept", attempts: 0 },
      { subscriber: "listener.noteAll", about: "bell.bell:kept", attempts: 0 },
    ])
    expect(await heard("kept")).toEqual([])
  })

  it("is not there when its change is rolled back, whole or in part", async () => {
    await expect(platform.call(ana, bellContract.ringAndFall, { bellId: "undone", times: 1 })).rejects.toThrow("fell")
    await platform.call(ana, bellContract.ringTwoOfThree, {})

    const told = await rows("SELECT about_id FROM platform.event WHERE about_id <> 'kept' ORDER BY at, about_id")
    expect(told.map(({ about_id }) => about_id)).toEqual(["first", "third"])
  })

  it("cannot be announced by a read", async () => {
    await expect(platform.call(ana, bellContract.look, {})).rejects.toThrow("declared a read but announces bell.rung")
  })
})

describe("a delivery", () => {
  it("reaches its verb at once, as its plugin's service, with the fields that the verb knows", async () => {
    worker = await testing.secondPod({ role: "worker", log })
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT)

    const took: number[] = []
    for (const bell of ["fast", "faster", "fastest"]) {
      // A wait by time: after a delivery it looks by itself for a second, and then only every five.
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      const rungAt = performance.now()
      await ring(bell, 2)
      await vi.waitFor(async () => expect(await heard(bell)).toEqual([2]), { timeout: 15_000, interval: 5 })
      took.push(performance.now() - rungAt)
    }

    // Woken, it takes some 20 ms. The first may meet a look that was due; of the others one may meet a busy machine.
    expect(Math.min(...took.slice(1))).toBeLessThan(2_000)
    expect(await rows("SELECT DISTINCT by FROM listener.heard")).toEqual([{ by: "service:listener" }])
    const [{ correlation }] = await rows(
      "SELECT correlation_id AS correlation FROM platform.audit WHERE action = 'listener.note' ORDER BY id DESC LIMIT 1",
    )
    expect(correlation).toBe(ana.correlationId)
  })

  it("of every event brings the whole envelope", async () => {
    await ring("whole", 5)

    const [{ id, at }] = await rows("SELECT id, at FROM platform.event WHERE about_id = 'whole'")
    await vi.waitFor(
      async () =>
        expect(await rows("SELECT * FROM listener.told WHERE envelope -> 'about' ->> 'id' = 'whole'")).toEqual([
          {
            by: "service:listener",
            envelope: {
              id,
              event: "bell.rung",
              at: at.toISOString(),
              about: { type: "bell.bell", id: "whole" },
              payload: { bellId: "whole", times: 5, by: "Ana" },
              causation: [],
            },
          },
        ]),
      WAIT,
    )
  })

  it("whose verb finds nothing to do needs no audit row, and ends", async () => {
    await ring("quiet")

    await vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT)
    expect(await heard("quiet")).toEqual([1])
  })

  it("that commits late is not skipped", async () => {
    const late = new LazyTransaction(database, "write")
    const announcement = {
      id: crypto.randomUUID(),
      event: rung,
      aboutId: "late",
      payload: { bellId: "late", times: 1, by: "Ana" },
      causation: [],
    }
    await ana.runtime.writeEvents(late, [announcement], ana)
    await ring("early")
    await vi.waitFor(async () => expect(await heard("early")).toEqual([1]), WAIT)

    await late.commit()

    await vi.waitFor(async () => expect(await heard("late")).toEqual([1]), WAIT)
  })

  it("keeps the order of its thing, however many servers and things there are", async () => {
    await testing.secondPod({ role: "worker", log })
    const bells = ["c", "d", "e", "f", "g"]
    const times = Array.from({ length: 20 }, (_, index) => index + 1)

    await Promise.all(
      bells.map(async (bell) => {
        for (const time of times) await ring(bell, time)
      }),
    )

    await vi.waitFor(async () => expect(await waiting()).toEqual([]), WAIT)
    for (const bell of bells) expect(await heard(bell)).toEqual(times)
  }, 30_000)

  it("that fails is kept, tried again and told of; it delays what is about its own thing, and nothing else", async () => {
    await rows("INSERT INTO listener.deaf VALUES ('broken')")
    lines.length = 0

    await ring("broken", 1)
    await ring("broken", 2)
    await ring("sound", 1)

    await vi.waitFor(async () => expect(await heard("sound")).toEqual([1]), WAIT)
    await vi.waitFor(
      async () =>
        expect(await waiting()).toMatchObject([
          { subscriber: "listener.note", problem: "Nobody hears broken." },
          { subscriber: "listener.note", attempts: 0 },
        ]),
      WAIT,
    )
    expect(await heard("broken")).toEqual([])
    expect(lines.find((line) => line.includes("listener.note failed to handle bell.rung"))).toContain(ana.correlationId)
    expect(await metricsOf(worker)).toContain('countersign_deliveries{state="failing"} 1')

    await rows("DELETE FROM listener.deaf")
    await vi.waitFor(async () => expect(await heard("broken")).toEqual([1, 2]), WAIT)
    expect(await waiting()).toEqual([])
  }, 30_000)

  it("that causes its own event again is stopped, with a sentence", async () => {
    await ring("echo", 1)

    const stuck = async () => (await waiting()).filter(({ problem }) => problem !== null)
    await vi.waitFor(async () => expect(await stuck()).toHaveLength(1), WAIT)
    expect((await stuck())[0].problem).toMatch(/^bell\.rung was not announced: 16 events have each caused the next one/)
    const chain = await rows("SELECT id, causation FROM platform.event WHERE about_id = 'echo' ORDER BY at")
    expect(chain).toHaveLength(MOST_CAUSES)
    for (const [place, { causation }] of chain.entries())
      expect(causation).toEqual(chain.slice(0, place).map(({ id }) => id))
    await rows("DELETE FROM platform.delivery")
  }, 30_000)
})

/** In a database of their own: the pods above would do the work of those that die. */
describe("servers that are killed while they deliver", () => {
  it("leave each effect once, and in its order", async () => {
    const other = await testPlatform({ plugins: [bellPlugin, listenerPlugin] })
    const ben = await other.as("ben")
    const bells = ["a", "b", "c"]
    const times = [1, 2, 3, 4, 5, 6]
    for (const time of times)
      for (const bellId of bells) await other.platform.call(ben, bellContract.ring, { bellId, times: time })
    const orders = { connection: other.database.config, secret: TEST_SECRET }

    const mortals = await Promise.all([
      spawnFixture("deliver-process", { ...orders, dieAt: { commit: 4, side: "before" } }),
      spawnFixture("deliver-process", { ...orders, dieAt: { commit: 5, side: "after" } }),
    ])
    for (const { child } of mortals) {
      if (child.signalCode === null) await once(child, "exit")
      expect(child.signalCode).toBe("SIGKILL")
    }
    const halfway = await other.database.pool.query("SELECT count(*)::int AS n FROM platform.delivery")
    expect(halfway.rows[0].n).toBeGreaterThan(0)
    await other.secondPod({ role: "worker" })

    const left = () => other.database.pool.query("SELECT subscriber, about FROM platform.delivery")
    await vi.waitFor(async () => expect((await left()).rows).toEqual([]), WAIT)
    const { rows: all } = await other.database.pool.query("SELECT bell, times FROM listener.heard ORDER BY id")
    for (const bell of bells) expect(all.filter((one) => one.bell === bell).map((one) => one.times)).toEqual(times)
    const told = await other.database.pool.query("SELECT envelope ->> 'id' AS id FROM listener.told")
    expect(new Set(told.rows.map(({ id }) => id)).size).toBe(bells.length * times.length)
    expect(told.rows).toHaveLength(bells.length * times.length)
  }, 60_000)
})

async function metricsOf(pod: Platform): Promise<string> {
  const response = await pod.fetch(new Request("http://localhost/metrics"), "127.0.0.1")
  return response.text()
}
