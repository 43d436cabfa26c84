import { TEST_SECRET, testPlatform } from "@countersign/testing"
import { afterAll, describe, expect, it } from "vitest"
import { addNote, listNotes, notesPlugin } from "../access/notes.fixture.ts"
import { createPlatform } from "../create-platform.ts"
import { silentLog } from "../log.ts"
import { createSignals } from "../signals/signals.ts"
import { openDatabase } from "./database.ts"
import { proxyToPostgres } from "./proxy.fixture.ts"

const { database: real, as } = await testPlatform({ plugins: [notesPlugin] })
const proxy = await proxyToPostgres(real.config)
const database = openDatabase(
  { ...real.config, host: proxy.host, port: proxy.port },
  // Shorter than usual, so that a busy machine has time left of the 15 seconds.
  { poolSize: 4, onError: () => {}, deadlines: { answerMs: 8_000 } },
)
const platform = createPlatform({ plugins: [notesPlugin], database, secret: TEST_SECRET, log: silentLog, role: "web" })
await platform.start()
const { principal } = await as("ana")
const ana = platform.caller(principal, "http")

afterAll(async () => {
  await platform.stop(0)
  // First: what is silent would never say goodbye.
  await proxy.close()
  await database.close()
})

describe("connections that fall silent without being closed", () => {
  it("are all replaced within 15 seconds, also while they are waited for and the one that listens", async () => {
    await Promise.all(Array.from({ length: 4 }, () => listNotes(ana, {})))
    const gaps: number[] = []
    platform.signals.onGap(() => gaps.push(performance.now()))
    const waiting = await database.pool.connect()
    await waiting.query("SELECT 1")
    const silentAt = performance.now()
    proxy.fallSilent()

    const told = await Promise.allSettled([waiting.query("SELECT 1"), addNote(ana, { text: "into the silence" })])
    waiting.release(true)
    expect(told[0]).toMatchObject({ status: "rejected" })

    await expect.poll(() => listNotes(ana, {}), { timeout: 15_000 }).toMatchObject({ texts: expect.any(Array) })
    await Promise.all(Array.from({ length: 4 }, () => listNotes(ana, {})))
    const response = await platform.fetch(new Request("http://localhost/readyz"), "127.0.0.1")
    expect(response.status).toBe(200)
    await expect.poll(() => gaps.length, { timeout: 15_000 }).toBeGreaterThan(0)
    expect(performance.now() - silentAt).toBeLessThan(15_000)

    // Whatever the change was told is true.
    const { rows } = await real.pool.query("SELECT FROM notes.note")
    expect(rows).toHaveLength(told[1].status === "fulfilled" ? 1 : 0)
  }, 40_000)

  it("while idle are found out by the one that listens, before anybody needs them", async () => {
    // By itself: the heartbeat of a whole server would take one of them now and then.
    const alone = openDatabase(
      { ...real.config, host: proxy.host, port: proxy.port },
      { onError: () => {}, deadlines: { answerMs: 30_000 } },
    )
    const signals = createSignals(alone, silentLog)
    await signals.start()
    // A wait by time: each statement holds its connection until all three are open.
    await Promise.all(Array.from({ length: 3 }, () => alone.pool.query("SELECT pg_sleep(0.1)")))
    let removed = 0
    alone.pool.on("remove", () => removed++)
    expect(alone.pool.idleCount).toBe(3)
    proxy.fallSilent()

    // Before the deadline of any statement could have found them.
    await expect.poll(() => removed, { timeout: alone.deadlines.answerMs - 2_000 }).toBe(3)
    expect((await alone.pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }])
    await signals.stop()
    await alone.close()
  }, 40_000)
})
