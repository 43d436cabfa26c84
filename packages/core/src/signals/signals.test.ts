import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, inject, it, vi } from "vitest"
import { type Database, openDatabase } from "../db/database.ts"
import { startEmbedded } from "../db/embedded/embedded.ts"
import { createLog, silentLog } from "../log.ts"
import { createSignals, type Signals } from "./signals.ts"

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

describe("signals", () => {
  it("reach every pod on the database, the sender included, each message once", async () => {
    const [here, there] = [await startSignals(), await startSignals()]
    const heard = { here: [] as string[], there: [] as string[] }
    here.subscribe("resources", (message) => heard.here.push(message))
    there.subscribe("resources", (message) => heard.there.push(message))

    here.publish("resources", ["catalog.system", "incident.incident"])
    here.publish("resources", ["catalog.system"])
    there.publish("other", ["unheard"])

    await vi.waitFor(() => expect(heard.there).toEqual(["catalog.system", "incident.incident"]), { timeout: 15_000 })
    expect(heard.here).toEqual(["catalog.system", "incident.incident"])
  })

  it("reach whoever must hear at once before publishing returns, and from other pods like everybody", async () => {
    const [here, there] = [await startSignals(), await startSignals()]
    const heard = { here: [] as string[], there: [] as string[] }
    here.subscribe("resources", (message) => heard.here.push(message), { atOnce: true })
    there.subscribe("resources", (message) => heard.there.push(message), { atOnce: true })

    here.publish("resources", ["catalog.system"])
    expect(heard).toEqual({ here: ["catalog.system"], there: [] })

    await vi.waitFor(() => expect(heard.there).toEqual(["catalog.system"]), { timeout: 15_000 })
    expect(heard.here).toEqual(["catalog.system"])
  })

  it("split what is too long for one notification", async () => {
    const [here, there] = [await startSignals(), await startSignals()]
    const heard: string[] = []
    there.subscribe("resources", (message) => heard.push(message))
    const messages = Array.from({ length: 400 }, (_, index) => `plugin.resource-${index}-"ü"-${"x".repeat(60)}`)

    here.publish("resources", messages)

    await vi.waitFor(() => expect(heard).toHaveLength(400), { timeout: 15_000 })
    expect(heard).toEqual(messages)
  })

  it("refuse a message that carries more than the news", async () => {
    const signals = await startSignals()

    expect(() => signals.publish("resources", ["x".repeat(2_001)])).toThrow("longer than 2000 bytes")
  })

  it("go on when one listener fails, or when somebody else uses the channel", async () => {
    const lines: string[] = []
    const log = createLog({ level: "warn", format: "json", write: (line) => lines.push(line) })
    const database = open(inject("postgres"))
    const [here, there] = [await startSignals(), await startSignals(database, log)]
    const heard: string[] = []
    there.subscribe("resources", () => {
      throw new Error("broken listener")
    })
    there.subscribe("resources", (message) => heard.push(message))

    await database.pool.query("SELECT pg_notify('countersign', 'not json'), pg_notify('countersign', 'null')")
    here.publish("resources", ["catalog.system"])

    await vi.waitFor(() => expect(heard).toEqual(["catalog.system"]), { timeout: 15_000 })
    expect(lines.join("")).toContain("broken listener")
    expect(lines.join("")).toContain("was not ours")
  })

  it("stop being heard by whoever unsubscribed", async () => {
    const signals = await startSignals()
    const heard: string[] = []
    const unsubscribe = signals.subscribe("resources", (message) => heard.push(message))
    signals.publish("resources", ["first"])
    await vi.waitFor(() => expect(heard).toEqual(["first"]), { timeout: 15_000 })

    unsubscribe()
    signals.publish("resources", ["second"])
    await signals.stop()

    expect(heard).toEqual(["first"])
  })

  it("are heard again within 5 seconds of the database's return, with word of the gap", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "signals-test-"))
    const first = await startEmbedded({ dataDir, log: () => {} })
    let last = first
    cleanups.push(async () => {
      await last.stop()
      rmSync(dataDir, { recursive: true, force: true })
    })
    const database = open(first.connection)
    const [here, there] = [await startSignals(database), await startSignals(database)]
    const heard: string[] = []
    there.subscribe("resources", (message) => heard.push(message))
    const gaps = vi.fn()
    there.onGap(gaps)

    process.kill(first.postmasterPid, "SIGKILL")
    await first.exited
    await vi.waitFor(() => expect(there.listener.connected).toBe(false), 5_000)
    here.publish("resources", ["lost"])
    last = await startEmbedded({ dataDir, log: () => {} })

    await vi.waitFor(() => expect(gaps).toHaveBeenCalledTimes(1), 5_000)
    await vi.waitFor(() => expect(here.listener.connected).toBe(true), 5_000)
    here.publish("resources", ["after"])
    await vi.waitFor(() => expect(heard).toContain("after"), { timeout: 15_000 })
  })

  it("notice a connection that the server cut", async () => {
    const database = open(inject("postgres"))
    const signals = await startSignals(database)
    const gaps = vi.fn()
    signals.onGap(gaps)

    await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'countersign listen' AND datname = current_database()",
    )

    await vi.waitFor(() => expect(gaps).toHaveBeenCalled(), 5_000)
    expect(signals.listener.connected).toBe(true)
  })

  it("notice a connection that went silent without being cut", async () => {
    const database = open(inject("postgres"))
    const signals = await startSignals(database)
    const gaps = vi.fn()
    signals.onGap(gaps)
    const { rows } = await database.pool.query(
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'countersign listen' AND datname = current_database()",
    )

    process.kill(rows[0].pid, "SIGSTOP")
    cleanups.push(() => process.kill(rows[0].pid, "SIGCONT"))

    await vi.waitFor(() => expect(gaps).toHaveBeenCalled(), 8_000)
  })
})

async function startSignals(database: Database = open(inject("postgres")), log = silentLog): Promise<Signals> {
  const signals = createSignals(database, log)
  await signals.start()
  cleanups.push(() => signals.stop())
  return signals
}

function open(connection: object): Database {
  const database = openDatabase(connection, { poolSize: 2, onError: () => {} })
  cleanups.push(() => database.close())
  return database
}
