import { cpuMsOf } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { clampResult, resultBudget } from "./clamp-result.ts"

interface Clamped {
  [key: string]: unknown
  _truncated: { fields: string[]; hint: string }
}
const clamp = (value: unknown, budget: number): Clamped => {
  const { text, truncated } = clampResult(value, budget)
  expect(truncated).toBe(true)
  expect(text.length).toBeLessThanOrEqual(budget)
  return JSON.parse(text)
}
const systems = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at, name: `System ${at}` }))

describe("clampResult", () => {
  it("passes what fits as it is", () => {
    expect(clampResult({ items: [1, 2] }, 4_000)).toEqual({ text: '{"items":[1,2]}', truncated: false })
    expect(clampResult(undefined, 4_000)).toEqual({ text: "null", truncated: false })
  })

  it("trims the largest array from its tail and says how much is left", () => {
    const { items, total, tags, _truncated } = clamp({ total: 500, tags: ["a", "b"], items: systems(500) }, 4_000)

    expect(total).toBe(500)
    expect(tags).toEqual(["a", "b"])
    expect(items).toEqual(systems(500).slice(0, (items as unknown[]).length))
    expect((items as unknown[]).length).toBeGreaterThan(50)
    expect(_truncated.fields).toEqual(["items"])
    expect(_truncated.hint).toContain(`items (${(items as unknown[]).length} of 500 entries)`)
  })

  it("goes inside where one entry holds nearly everything", () => {
    const { items, _truncated } = clamp({ items: [{ name: "a", rows: systems(1_000) }] }, 4_000)

    expect((items as { rows: unknown[] }[])[0]!.rows.length).toBeGreaterThan(50)
    expect(_truncated.fields).toEqual(["items[].rows"])
  })

  it("shares the room between large arrays", () => {
    const { open, closed } = clamp({ open: systems(400), closed: systems(400) }, 4_000)

    expect((open as unknown[]).length).toBeGreaterThan(20)
    expect((closed as unknown[]).length).toBeGreaterThan(20)
  })

  it("cuts the longest texts, and names them, only where trimming arrays is not enough", () => {
    const kept = clamp({ name: "Checkout", log: "line\n".repeat(5_000), items: systems(300) }, 4_000)

    expect(kept.name).toBe("Checkout")
    expect(kept.log).toMatch(/^line\nline.*…$/s)
    expect((kept.items as unknown[]).length).toBeGreaterThan(5)
    expect(kept._truncated.fields).toEqual(["log", "items"])
    expect(clamp({ note: "n".repeat(2_000), items: systems(300) }, 4_000).note).toHaveLength(2_000)
  })

  it("gives a list or a text a place to stand in", () => {
    expect(clamp(systems(500), 4_000)).toMatchObject({ _truncated: { fields: ["entries"] } })
    expect(clamp("x".repeat(9_000), 4_000)).toMatchObject({ _truncated: { fields: ["text"] } })
  })

  it("shows the beginning of what is all structure", () => {
    const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key-${at}`, at]))

    expect(clamp(wide, 4_000)).toMatchObject({ beginning: expect.stringContaining('{"key-0":0'), _truncated: {} })
  })

  it.each([
    ["a cycle", cyclic()],
    ["a bigint", { n: 1n }],
    ["escapes", { text: "\u0001".repeat(50_000) }],
    ["surrogate pairs", ["🚒".repeat(9_000)]],
    ["deep nesting", deep(3_000)],
    ["nesting deeper than the stack", deep(6_000)],
    ["a key of its own name", JSON.parse(`{"__proto__":"${"x".repeat(9_000)}","_truncated":1}`)],
    ["long keys", { ["k".repeat(9_000)]: 1 }],
    ["many cut fields", Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`field${at}`, "y".repeat(900)]))],
  ])("stays JSON within the budget for %s", (_what, value) => {
    for (const budget of [4_000, 12_000, 300, 2]) {
      const { text } = clampResult(value, budget)
      expect(text.length).toBeLessThanOrEqual(Math.max(budget, 2))
      expect(() => JSON.parse(text)).not.toThrow()
    }
  })

  it("stays JSON within the budget for any value", () => {
    const roll = createDice(99)
    for (let round = 0; round < 500; round += 1) {
      const value = randomValue(roll, 3)
      const budget = 1_500 + roll(6_000)
      const { text, truncated } = clampResult(value, budget)
      expect(text.length).toBeLessThanOrEqual(budget)
      expect(truncated).toBe((JSON.stringify(value) ?? "null").length > budget)
      JSON.parse(text)
    }
  })

  it.each([
    ["numbers", Array.from({ length: 2_000_000 }, (_, at) => at % 10_000)],
    ["records", systems(300_000)],
    ["one text", { log: "0123456789".repeat(1_000_000) }],
    ["lists of lists", Array.from({ length: 3_000 }, () => Array.from({ length: 1_000 }, (_, at) => at % 100))],
    ["keys", Object.fromEntries(Array.from({ length: 300_000 }, (_, at) => [`key-${at}`, [at, at, at, at]]))],
  ])("is quick with 10 MB of %s", (_what, value) => {
    const alone = cpuMsOf(() => JSON.parse(JSON.stringify(value)))
    const clamped = cpuMsOf(() => clampResult(value, 12_000))
    // Writing and reading the JSON is most of it; the rest must not grow faster.
    expect(clamped).toBeLessThan(alone * 4 + 500)
  })
})

describe("resultBudget", () => {
  it("grows with the window between its bounds", () => {
    expect([null, 8_000, 32_000, 128_000, 200_000, 2_000_000].map(resultBudget)).toEqual([
      12_000, 4_000, 6_400, 25_600, 40_000, 60_000,
    ])
  })
})

function cyclic(): unknown {
  const value: Record<string, unknown> = {}
  value.self = value
  return value
}

function deep(levels: number): unknown {
  let value: unknown = "x".repeat(9_000)
  for (let level = 0; level < levels; level += 1) value = level % 2 ? [value] : { inner: value }
  return value
}

function randomValue(roll: (below: number) => number, depth: number): unknown {
  switch (roll(depth > 0 ? 7 : 4)) {
    case 0:
      return roll(1_000_000)
    case 1:
      return [null, true, "", undefined][roll(4)]
    case 2:
      return 'text "quoted"\n'.repeat(roll(200))
    case 3:
      return "ü🚒\u0007".repeat(roll(60))
    case 4:
    case 5:
      return Array.from({ length: roll(30) }, () => randomValue(roll, depth - 1))
    default:
      return Object.fromEntries(Array.from({ length: roll(12) }, (_, at) => [`k${at}`, randomValue(roll, depth - 1)]))
  }
}

/** The same throws in every run. */
function createDice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 16) % below
  }
}
