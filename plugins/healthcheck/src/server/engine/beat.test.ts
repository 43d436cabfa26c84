import { describe, expect, it } from "vitest"
import { beat, hashOfToken, readCall } from "./beat.ts"
import { testEngine } from "./engine.fixture.ts"
import { readHeartbeats } from "./heartbeats.ts"
import type { KnownCheck } from "./known-checks.ts"
import { type PreparedRun, runTarget } from "./run-target.ts"

const { ask, check, claim, database, forward, runs, schedule, service } = await testEngine()

async function heartbeat() {
  const { targetId } = await check({ intervalSeconds: 60 })
  const token = crypto.randomUUID()
  await ask("UPDATE healthcheck.heartbeat SET token_hash = $2 WHERE target_id = $1", [targetId, hashOfToken(token)])
  return { targetId, call: (given: Record<string, unknown>) => beat(service, readCall(token, given)) }
}

describe("a call of a job", () => {
  it("is kept, and the newest one counts", async () => {
    const { targetId, call } = await heartbeat()
    await call({ msg: "first" })
    await forward(1_000)
    expect(await call({ msg: "second", ping: "12.5" })).toEqual({ known: true })
    const found = await readHeartbeats(database.direct, [targetId])
    expect(found.get(targetId)).toMatchObject({ latest: { status: "up", message: "second", value: 12.5 } })
  })

  it("lets its target run at once where it says something else than the run before", async () => {
    const { targetId, call } = await heartbeat()
    await runs(targetId, "ok")
    await call({})
    expect((await schedule(targetId)).next_in).toBeGreaterThan(0)
    await call({ status: "down", msg: "disk full" })
    expect((await schedule(targetId)).next_in).toBeLessThanOrEqual(0)
    await runs(targetId, "failed")
    await call({})
    expect((await schedule(targetId)).next_in).toBeLessThanOrEqual(0)
    await runs(targetId, "ok")
  })

  it.each(["down", "up"])(
    "that says %s while a run is under way, which has perhaps not seen it, is judged by another",
    async (status) => {
      const { targetId, call } = await heartbeat()
      await claim()
      expect((await schedule(targetId)).next_in).toBeGreaterThan(0)
      await call({ status })
      expect((await schedule(targetId)).next_in).toBeLessThanOrEqual(0)
    },
  )

  it("at an address that nobody made is told only that there is nothing", async () => {
    await expect(beat(service, readCall("nobody", {}))).rejects.toThrow("There is nothing at this address.")
  })

  it.each([
    [{}, { status: "up", message: "", value: null }],
    [
      { status: "down", msg: "x".repeat(900), ping: "" },
      { status: "down", message: "x".repeat(500), value: null },
    ],
    [
      { status: ["down"], msg: 5, value: "NaN" },
      { status: "up", message: "", value: null },
    ],
    [
      { message: "done", value: 3 },
      { status: "up", message: "done", value: 3 },
    ],
    // What cannot be stored is left out: the call itself says that the job runs.
    [
      { msg: "a\0b", value: 1e308 },
      { status: "up", message: "ab", value: null },
    ],
    [{ msg: `${"a".repeat(499)}\u{1F600}` }, { status: "up", message: `${"a".repeat(499)}\uFFFD`, value: null }],
  ])("says %j", (given, read) => expect(readCall("t", given)).toEqual({ token: "t", ...read }))
})

describe("a run", () => {
  const configuration = {
    strategyId: "tcp",
    config: { version: 1, host: "127.0.0.1", port: 1 },
    collectors: [],
    intervalSeconds: 60,
    timeoutSeconds: 1,
    retries: 0,
  }
  const prepared = async (leaseEndsAt: number): Promise<PreparedRun> => {
    const { targetId } = await check()
    const [mine] = (await claim()).filter((one) => one.targetId === targetId)
    return {
      claim: mine!,
      check: { configuration } as unknown as KnownCheck,
      surroundings: { facts: { check: {}, system: {} }, secrets: {}, heartbeat: undefined },
      leaseEndsAt,
      now: () => new Date(),
    }
  }

  it("of a process that stood still for longer than its lease calls nobody", async () => {
    let asked = 0
    const guard = {
      addressesOf: async () => {
        asked += 1
        return ["127.0.0.1"]
      },
      lookup: () => () => {},
    }
    expect(await runTarget(await prepared(performance.now() - 1), guard)).toBeNull()
    expect(asked).toBe(0)
    expect(await runTarget(await prepared(performance.now() + 10_000), guard)).toMatchObject({ outcome: "failed" })
    expect(asked).toBe(1)
  })
})
