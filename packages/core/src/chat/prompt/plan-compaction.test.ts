import { describe, expect, it } from "vitest"
import { type CompactionRow, planCompaction } from "./plan-compaction.ts"

const talk = (...tokens: number[]): CompactionRow[] =>
  tokens.map((count, at) => ({ id: `${at}`, role: at % 2 === 0 ? "user" : "assistant", tokens: count }))
const plan = (rows: CompactionRow[], more: Partial<Parameters<typeof planCompaction>[0]> = {}) =>
  planCompaction({
    rows,
    summaryTokens: 0,
    overheadTokens: 1_000,
    windowTokens: 10_000,
    reservedOutputTokens: 1_000,
    ...more,
  })
const idsOf = (rows: readonly CompactionRow[] | undefined) => rows?.map(({ id }) => id).join("")

describe("planCompaction", () => {
  it("leaves a conversation alone that fits", () => {
    expect(plan(talk(1_000, 2_000, 1_000))).toBeNull()
  })

  it("folds the oldest rows until half the room is free, and keeps whole rounds", () => {
    const { fold, keep } = plan(talk(1_000, 3_000, 500, 1_500, 500, 500, 500))!

    expect(idsOf(fold)).toBe("01")
    expect(idsOf(keep)).toBe("23456")
  })

  it("counts the summary and what else is sent", () => {
    const rows = talk(1_000, 1_000, 1_000)

    expect(plan(rows)).toBeNull()
    expect(idsOf(plan(rows, { summaryTokens: 5_000 })?.fold)).toBe("01")
    expect(idsOf(plan(rows, { overheadTokens: 6_500 })?.fold)).toBe("01")
  })

  it("never folds the latest user row or what follows it", () => {
    expect(plan(talk(50_000))).toBeNull()
    expect(plan(talk(50_000, 9_000))).toBeNull()
    expect(idsOf(plan(talk(100, 100, 50_000, 9_000))?.keep)).toBe("23")
    expect(plan([{ id: "0", role: "assistant", tokens: 50_000 }])).toBeNull()
  })

  it("comes to an end with one giant row: it is folded once, and then nothing is left to fold", () => {
    const first = plan(talk(100, 90_000, 100))!

    expect(idsOf(first.fold)).toBe("01")
    expect(plan(first.keep, { summaryTokens: 2_000 })).toBeNull()
    expect(plan(first.keep, { summaryTokens: 90_000 })).toBeNull()
  })

  it("assumes a window where none is known, and does not let the reserve take up a small one", () => {
    const rows = talk(20_000, 9_000, 100)

    expect(idsOf(plan(rows, { windowTokens: null })?.fold)).toBe("01")
    expect(plan(talk(100, 100, 100), { windowTokens: 4_000, reservedOutputTokens: 16_000 })).toBeNull()
  })
})
