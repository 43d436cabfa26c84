import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { OUTCOMES, type Outcome, type StatusRule, USUAL_RULE } from "../../../contract/status-rule.ts"
import { afterSilence, NEW, nextStatus, type Standing, type Step } from "./next-status.ts"
import { statusAfter } from "./reference.fixture.ts"

const LETTER = { o: "ok", d: "degraded", f: "failed" } as const

/** "ffo": failed, failed, ok. */
function after(runs: string, rule: StatusRule = USUAL_RULE): Step {
  let step: Step = { ...NEW, confirm: false }
  for (const letter of runs) step = nextStatus(step, LETTER[letter as keyof typeof LETTER], rule)
  return step
}

describe("consecutive runs", () => {
  it.each([
    ["", null],
    ["o", "healthy"],
    ["f", null],
    ["ff", "unhealthy"],
    ["of", "healthy"],
    ["off", "unhealthy"],
    ["odd", "degraded"],
    ["odf", "degraded"],
    ["ofd", "degraded"],
    ["offo", "healthy"],
    ["offd", "degraded"],
    ["ofof", "healthy"],
  ])("after %j: %s", (runs, status) => expect(after(runs).status).toBe(status))

  it("ask for a next one soon until it is decided", () => {
    expect(after("o").confirm).toBe(false)
    expect(after("of").confirm).toBe(true)
    expect(after("off").confirm).toBe(false)
    expect(after("ofo").confirm).toBe(false)
    expect(after("f").confirm).toBe(true)
  })

  it("do not ask for ever where the rule never decides", () => {
    const never: StatusRule = { kind: "window", runs: 5, unhealthyFrom: 100, degradedFrom: 100 }
    expect([...Array(12).keys()].map((many) => after(`o${"f".repeat(many)}`, never).confirm)).toEqual([
      ...[false, true, true, true, true, true],
      ...Array(6).fill(false),
    ])
  })

  it("begin anew after silence", () => {
    const silent: Standing = afterSilence()
    expect(silent.status).toBe("unknown")
    expect(nextStatus(silent, "failed", USUAL_RULE).status).toBe("unknown")
    expect(nextStatus(silent, "ok", USUAL_RULE).status).toBe("healthy")
  })
})

describe("flapping", () => {
  const flapping = `o${"ffo".repeat(2)}`

  it("holds the worst of the latest verdicts, and is over when they have been the same for a while", () => {
    expect(after(flapping)).toMatchObject({ status: "unhealthy", flapping: true })
    expect(after(`${flapping}${"o".repeat(6)}`)).toMatchObject({ status: "unhealthy", flapping: true })
    expect(after(`${flapping}${"o".repeat(7)}`)).toMatchObject({ status: "healthy", flapping: false })
    // What was before it is over does not begin it again.
    expect(after(`${flapping}${"o".repeat(7)}ff`)).toMatchObject({ status: "unhealthy", flapping: false })
  })
})

const run = fc.constantFrom(...OUTCOMES)
const rule: fc.Arbitrary<StatusRule> = fc.oneof(
  fc.record({
    kind: fc.constant("consecutive" as const),
    unhealthyAfter: fc.integer({ min: 1, max: 20 }),
    degradedAfter: fc.integer({ min: 1, max: 20 }),
    healthyAfter: fc.integer({ min: 1, max: 20 }),
  }),
  // Small numbers decide often, which random runs seldom do otherwise.
  fc.record({
    kind: fc.constant("consecutive" as const),
    unhealthyAfter: fc.integer({ min: 1, max: 2 }),
    degradedAfter: fc.integer({ min: 1, max: 2 }),
    healthyAfter: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({
    kind: fc.constant("window" as const),
    runs: fc.integer({ min: 2, max: 100 }),
    unhealthyFrom: fc.integer({ min: 1, max: 100 }),
    degradedFrom: fc.integer({ min: 1, max: 100 }),
  }),
)
/** Stretches of equal runs with others between them, since even noise never makes a streak of twenty. */
const history = fc
  .array(fc.tuple(fc.oneof(run, run, run, fc.constant("silence" as const)), fc.integer({ min: 1, max: 25 })), {
    maxLength: 12,
  })
  .map((parts) => parts.flatMap(([what, times]) => Array<Outcome | "silence">(times).fill(what)))
const noise = fc.array(
  fc.oneof({ arbitrary: run, weight: 60 }, { arbitrary: fc.constant("silence" as const), weight: 1 }),
  { maxLength: 120 },
)

describe("any sequence of runs", () => {
  it("ends where a plain count from the beginning ends", () => {
    const seen = { flapping: 0, unhealthy: 0, degraded: 0, healthy: 0, unknown: 0, null: 0 }
    fc.assert(
      fc.property(fc.oneof(history, noise), rule, (sequence, by) => {
        let standing: Standing = NEW
        for (const [index, one] of sequence.entries()) {
          standing = one === "silence" ? afterSilence() : nextStatus(standing, one, by)
          // Stored and read again, as it is between any two runs.
          standing = JSON.parse(JSON.stringify(standing))
          if (index % 7 === 0 || index === sequence.length - 1) {
            const { status, flapping } = standing
            expect({ status, flapping }).toEqual(statusAfter(sequence.slice(0, index + 1), by))
          }
        }
        seen[`${standing.status}`] += 1
        if (standing.flapping) seen.flapping += 1
        expect(JSON.stringify(standing.memory).length).toBeLessThan(250)
      }),
      { seed: 20_261_117, numRuns: 1_500 },
    )
    // A property that never meets a case says nothing about it.
    for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(10)
  })
})
