import type { SpendCap } from "@countersign/core/contract"
import { formatCount, formatNumber } from "@countersign/ui"

/** A cap as it stands in the fields: numbers as they were typed. */
export interface CapDraft {
  on: boolean
  tokens: string
  usd: string
  amount: string
  unit: CapUnit
  per: SpendCap["per"]
}

export type CapUnit = keyof typeof UNIT_MINUTES
export type CapIssues = Partial<Record<"tokens" | "usd" | "window", string>>

export const UNIT_MINUTES = { minutes: 1, hours: 60, days: 1_440 } as const

export function toCapDraft(cap: SpendCap | null): CapDraft {
  if (!cap) return { on: false, tokens: "", usd: "", amount: "1", unit: "days", per: "principal" }
  const unit = largestUnit(cap.windowMinutes)
  return {
    on: true,
    tokens: cap.tokenBudget === undefined ? "" : formatNumber(cap.tokenBudget),
    usd: cap.usdBudget === undefined ? "" : String(cap.usdBudget),
    amount: String(cap.windowMinutes / UNIT_MINUTES[unit]),
    unit,
    per: cap.per,
  }
}

/** What the fields mean, or what is wrong with them. */
export function readCap(draft: CapDraft): { cap: SpendCap | null; issues: CapIssues } {
  if (!draft.on) return { cap: null, issues: {} }
  const issues: CapIssues = {}
  const tokens = readAmount(draft.tokens)
  const usd = readMoney(draft.usd)
  const windowMinutes = (readAmount(draft.amount) ?? Number.NaN) * UNIT_MINUTES[draft.unit]
  if (Number.isNaN(tokens) || (tokens !== null && (tokens < 1 || tokens > MOST_TOKENS)))
    issues.tokens = "Write a whole number of tokens, such as 2,000,000 or 2M."
  if (Number.isNaN(usd) || (usd !== null && (usd <= 0 || usd > MOST_USD)))
    issues.usd = "Write an amount above zero, such as 25 or 12.50."
  if (tokens === null && usd === null) issues.tokens = "A cap needs a budget: in tokens, in US dollars, or both."
  if (!(windowMinutes >= 1 && windowMinutes <= LONGEST_MINUTES))
    issues.window = "Write a whole number; a window is between a minute and 365 days long."
  if (Object.keys(issues).length > 0) return { cap: null, issues }
  return {
    cap: {
      ...(tokens !== null && { tokenBudget: tokens }),
      ...(usd !== null && { usdBudget: usd }),
      windowMinutes,
      per: draft.per,
    },
    issues,
  }
}

/** What a cap means, for the person who sets it. */
export function capSentence(cap: SpendCap): string {
  const who = cap.per === "principal" ? "Each person and each application" : "Everyone together"
  const budgets = budgetsOf(cap)
  const first = budgets.length > 1 ? ", whichever is reached first," : ""
  return `${who} may use up to ${budgets.join(" or ")}${first} within any ${windowOf(cap)}. A call that could go over it is refused until there is room again.`
}

/** For a column: "2M tokens or $25 per day, each". */
export function capWords(cap: SpendCap): string {
  const window = cap.windowMinutes === UNIT_MINUTES.days ? "day" : windowOf(cap)
  return `${budgetsOf(cap, shortAmount).join(" or ")} per ${window}, ${cap.per === "principal" ? "each" : "together"}`
}

/** A count as people type it: 200000, 200,000, 200 000, 200k, 1.5M. Null when empty, NaN when it is no count. */
export function readAmount(text: string): number | null {
  const plain = text.replaceAll(/[\s,_\u202f']/g, "")
  if (plain === "") return null
  const match = /^(\d+(?:\.\d+)?)([kKmMgG]?)$/.exec(plain)
  if (!match) return Number.NaN
  const value = Number(match[1]) * SCALES[(match[2] ?? "").toLowerCase() as keyof typeof SCALES]
  return Number.isInteger(value) ? value : Number.NaN
}

/** "128k", "1.5M": where a precise number would only be long. */
export function shortAmount(tokens: number): string {
  if (tokens >= 1_000_000) return `${formatNumber(tokens / 1_000_000, 1)}M`
  return tokens >= 1_000 ? `${formatNumber(tokens / 1_000)}k` : String(tokens)
}

/** A comma counts as the separator of thousands alone: 12,50 is refused rather than read as 1,250. */
function readMoney(text: string): number | null {
  const plain = text.replaceAll(/[\s$]/g, "")
  if (plain === "") return null
  const grouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(",", "") : plain
  return /^\d+(\.\d+)?$/.test(grouped) ? Number(grouped) : Number.NaN
}

function budgetsOf({ tokenBudget, usdBudget }: SpendCap, format: (tokens: number) => string = formatNumber): string[] {
  return [
    ...(tokenBudget === undefined ? [] : [`${format(tokenBudget)} ${tokenBudget === 1 ? "token" : "tokens"}`]),
    ...(usdBudget === undefined ? [] : [`$${formatNumber(usdBudget, 2)}`]),
  ]
}

function windowOf({ windowMinutes }: SpendCap): string {
  if (windowMinutes === UNIT_MINUTES.days) return "24 hours"
  const unit = largestUnit(windowMinutes)
  const amount = windowMinutes / UNIT_MINUTES[unit]
  return amount === 1 ? unit.slice(0, -1) : formatCount(amount, unit.slice(0, -1))
}

function largestUnit(minutes: number): CapUnit {
  return (["days", "hours"] as const).find((unit) => minutes % UNIT_MINUTES[unit] === 0) ?? "minutes"
}

const SCALES = { "": 1, k: 1_000, m: 1_000_000, g: 1_000_000_000 }
const MOST_TOKENS = 1_000_000_000_000
const MOST_USD = 10_000_000
const LONGEST_MINUTES = 525_600
