import { describe, expect, it } from "vitest"
import { costWords, doubtWords, formatCost, formatTokens } from "./usage-words.ts"

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

describe("doubtWords", () => {
  const sum = { calls: 2, inputTokens: 100, cacheReadTokens: 50, cacheWriteTokens: 10, outputTokens: 40 }
  const rest = { reasoningTokens: 5, costUsd: 0, unpricedCalls: 0, unbelievableCalls: 0 }

  it("has nothing to say where every provider told what it counted", () => {
    expect(doubtWords({ ...sum, ...rest, tokens: 200 })).toEqual([])
  })

  it("says what caps count beyond what providers told", () => {
    expect(doubtWords({ ...sum, ...rest, tokens: 1_200 })).toEqual([
      "1\u202f000 more tokens were set aside for calls that nobody could count, because their server stopped in the middle; caps count them too.",
    ])
  })

  it("says that a provider's count was not believed", () => {
    expect(doubtWords({ ...sum, ...rest, tokens: 1_200, unbelievableCalls: 2 })).toEqual([
      "The provider of 2 calls reported no tokens, or a number that cannot be true; they count with what was set aside.",
      "1\u202f000 more tokens were set aside for calls that nobody could count; caps count them too.",
    ])
    expect(doubtWords({ ...sum, ...rest, tokens: 200, unbelievableCalls: 1, unpricedCalls: 1 })).toEqual([
      "1 call of models without a known price is missing in the cost.",
      "The provider of 1 call reported no tokens, or a number that cannot be true; it counts with what was set aside.",
    ])
  })
})
