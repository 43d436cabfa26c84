import { describe, expect, it } from "vitest"
import { fakeClock } from "../clock.fixture.ts"
import type { Failure } from "../model-event.ts"
import { PATIENCE, SilenceWatch } from "./silence.ts"

function watch() {
  const clock = fakeClock()
  const failures: Failure[] = []
  const silence = new SilenceWatch("Anthropic", PATIENCE, clock, (failure) => failures.push(failure))
  return { clock, failures, silence }
}

describe("a provider that is listened to", () => {
  it("may be silent for a minute before its first word", () => {
    const { clock, failures } = watch()
    clock.advance(59_999)
    expect(failures).toEqual([])

    clock.advance(1)
    expect(failures).toMatchObject([{ kind: "silence" }])
    expect(failures[0]!.sentence).toMatch(/^Anthropic did not begin to answer within 60 seconds\. .+\.$/)
  })

  it("may be silent for a minute and a half between two words, counted from the last one", () => {
    const { clock, failures, silence } = watch()
    clock.advance(50_000)
    silence.heardToken()
    clock.advance(80_000)
    silence.heardToken()
    clock.advance(89_999)
    expect(failures).toEqual([])

    clock.advance(1)
    expect(failures).toHaveLength(1)
    expect(failures[0]!.sentence).toMatch(/in the middle of this answer and said nothing more for 90 seconds\./)
  })

  it.each([
    ["before the first word", false, 300_000],
    ["between two words", true, 450_000],
  ])("may keep the connection alive %s, but not for ever", (_, spoke, mostMs) => {
    const { clock, failures, silence } = watch()
    if (spoke) silence.heardToken()
    for (let at = 0; at < mostMs - 10_000; at += 10_000) {
      clock.advance(10_000)
      silence.heardByte()
      expect(failures).toEqual([])
    }
    clock.advance(10_000)

    expect(failures).toHaveLength(1)
    expect(failures[0]!.sentence).toContain(`${mostMs / 1_000} seconds`)
  })

  it("is not spoken of once it is no longer listened to", () => {
    const { clock, failures, silence } = watch()
    silence.stop()
    clock.advance(1_000_000)

    expect(failures).toEqual([])
  })
})
