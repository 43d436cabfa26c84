import { describe, expect, it } from "vitest"
import { tryCheck } from "../servers/try-check.fixture.ts"

const now = new Date("2026-07-01T12:00:00Z")
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000)
const check = (
  heartbeat: Parameters<typeof tryCheck>[1] extends infer O
    ? NonNullable<O>["heartbeat" & keyof NonNullable<O>]
    : never,
) =>
  tryCheck({ strategyId: "heartbeat", config: { everySeconds: 60, graceSeconds: 30 } }, { heartbeat, now: () => now })

describe("a heartbeat", () => {
  it("is fine until the grace is over, and late after", async () => {
    const beat = (seconds: number) => ({
      latest: { at: ago(seconds), status: "up" as const, message: "done", value: 7 },
      waitingSince: ago(9_999),
    })
    expect(await check(beat(90))).toMatchObject({
      outcome: "ok",
      values: { beat: { ageSeconds: 90, up: true, message: "done", value: 7 } },
    })
    expect((await check(beat(91))).failure).toEqual({
      code: "late",
      message: "The last call came 91 seconds ago; at least one every 90 seconds is expected.",
    })
  })

  it("waits for the first call as long as for every other", async () => {
    expect((await check({ latest: null, waitingSince: ago(90) })).outcome).toBe("ok")
    expect((await check({ latest: null, waitingSince: ago(91) })).failure?.code).toBe("late")
  })

  it("fails when the call itself reports a failure", async () => {
    const run = await check({
      latest: { at: ago(5), status: "down", message: "disk full", value: null },
      waitingSince: ago(99),
    })
    expect(run).toMatchObject({ outcome: "failed", failure: null })
    expect(run.assertions[0]?.sentence).toBe("The latest call reported a failure: disk full.")
  })
})
