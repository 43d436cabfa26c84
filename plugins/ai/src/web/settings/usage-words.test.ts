import { describe, expect, it } from "vitest"
import { costWords, formatCost, formatTokens, lostTokens } from "./usage-words.ts"

describe("costWords", () => {
  it("never says zero for what nobody knows", () => {
    expect(costWords({ unpricedCalls: 3, costUsd: 0 })).toBe("unknown")
    expect(costWords({ unpricedCalls: 1, costUsd: 1.5 })).toBe("at least $1.50")
    expect(costWords({ unpricedCalls: 0, costUsd: 1.5 })).toBe("$1.50")
    expect(costWords({ unpricedCalls: 0, costUsd: 0 })).toBe("$0.00")
  })
})

describe("formatCost", () => {
  it("shows fractions of a cent and never rounds something to nothing", () => {
    expect(formatCost(0.0123)).toBe("$0.0123")
    expect(formatCost(0.000_001)).toBe("under $0.0001")
    expect(formatCost(12_345.678)).toBe("$12\u202f345.68")
  })
})

describe("formatTokens", () => {
  it("groups with thin spaces", () => {
    expect(formatTokens(12_345_678)).toBe("12\u202f345\u202f678")
  })
})

describe("lostTokens", () => {
  it("is what caps count beyond what providers told", () => {
    const sum = { calls: 2, inputTokens: 100, cacheReadTokens: 50, cacheWriteTokens: 10, outputTokens: 40 }
    const rest = { reasoningTokens: 5, costUsd: 0, unpricedCalls: 0 }

    expect(lostTokens({ ...sum, ...rest, tokens: 1_200 })).toBe(1_000)
    expect(lostTokens({ ...sum, ...rest, tokens: 200 })).toBe(0)
  })
})
