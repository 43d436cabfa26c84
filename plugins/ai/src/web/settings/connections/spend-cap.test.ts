import { describe, expect, it } from "vitest"
import { type CapDraft, capSentence, capWords, readAmount, readCap, toCapDraft } from "./spend-cap.ts"

const DRAFT: CapDraft = { on: true, tokens: "2M", usd: "12.50", amount: "6", unit: "hours", per: "principal" }

describe("readCap", () => {
  it("reads what was typed, and shows it the same way again", () => {
    const { cap } = readCap(DRAFT)

    expect(cap).toEqual({ tokenBudget: 2_000_000, usdBudget: 12.5, windowMinutes: 360, per: "principal" })
    expect(toCapDraft(cap)).toEqual({ ...DRAFT, tokens: "2,000,000", usd: "12.5" })
  })

  it("says beside each field what is wrong with it", () => {
    const { cap, issues } = readCap({ ...DRAFT, tokens: "many", usd: "12,50", amount: "0" })

    expect(cap).toBeNull()
    expect(Object.keys(issues).sort()).toEqual(["tokens", "usd", "window"])
  })

  it("wants at least one budget, and nothing at all when it is off", () => {
    expect(readCap({ ...DRAFT, tokens: "", usd: " " }).issues.tokens).toContain("A cap needs a budget")
    expect(readCap({ ...DRAFT, on: false, tokens: "many" })).toEqual({ cap: null, issues: {} })
  })
})

describe("readAmount", () => {
  it.each([
    ["200000", 200_000],
    ["200,000", 200_000],
    ["200 000", 200_000],
    ["128k", 128_000],
    ["1.5M", 1_500_000],
    ["", null],
    ["1.5", Number.NaN],
    ["-3", Number.NaN],
    ["ten", Number.NaN],
  ])("reads %j as %j", (text, amount) => {
    expect(readAmount(text)).toEqual(amount)
  })
})

describe("capSentence", () => {
  it("tells who may use how much in which time, and what happens then", () => {
    expect(capSentence({ tokenBudget: 2_000_000, usdBudget: 25, windowMinutes: 1_440, per: "principal" })).toBe(
      "Each person and each application may use up to 2,000,000 tokens or $25, whichever is reached first, within any 24 hours. A call that could go over it is refused until there is room again.",
    )
    expect(capSentence({ usdBudget: 0.5, windowMinutes: 60, per: "connection" })).toMatch(
      /^Everyone together may use up to \$0\.5 within any hour\./,
    )
  })

  it("is short in a list", () => {
    expect(capWords({ tokenBudget: 1_500_000, windowMinutes: 1_440, per: "connection" })).toBe(
      "1.5M tokens per day, together",
    )
    expect(capWords({ usdBudget: 9, windowMinutes: 10_080, per: "principal" })).toBe("$9 per 7 days, each")
  })
})
