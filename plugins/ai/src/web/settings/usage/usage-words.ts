import { formatCount, formatNumber } from "@countersign/ui"
import type { UsageSum } from "../../../contract.ts"

/** "12 345 678", with thin spaces that do not break: columns of long numbers stay readable. */
export function formatTokens(value: number): string {
  return formatNumber(value).replaceAll(",", "\u202f")
}

/** What the provider read afresh. What it found in its cache is counted apart. */
export function inputOf({ inputTokens, cacheWriteTokens }: UsageSum): number {
  return inputTokens + cacheWriteTokens
}

/** Never zero for what nobody knows: no price is not no cost. */
export function costWords({ unpricedCalls, costUsd }: Pick<UsageSum, "unpricedCalls" | "costUsd">) {
  // "At least nothing" tells nobody anything.
  if (unpricedCalls > 0 && costUsd === 0) return "unknown"
  return unpricedCalls > 0 ? `at least ${formatCost(costUsd)}` : formatCost(costUsd)
}

/** Cents matter in sums, and fractions of them in single calls. */
export function formatCost(usd: number): string {
  if (usd > 0 && usd < 0.0001) return "under $0.0001"
  const digits = usd > 0 && usd < 0.1 ? 4 : 2
  const text = usd.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `$${text.replaceAll(",", "\u202f")}`
}

/** What was set aside for calls that nobody could count: caps count it, no provider told it. */
export function setAsideTokens(sum: UsageSum): number {
  return Math.max(0, sum.tokens - inputOf(sum) - sum.cacheReadTokens - sum.outputTokens)
}

/** Sentences under the totals: what the numbers above leave out, and what they hold that no provider told. */
export function doubtWords(sum: UsageSum): string[] {
  const { unpricedCalls, unbelievableCalls } = sum
  const aside = setAsideTokens(sum)
  const calls = formatCount(unbelievableCalls, "call")
  return [
    unpricedCalls > 0
      ? `${formatCount(unpricedCalls, "call")} of models without a known price ${unpricedCalls === 1 ? "is" : "are"} missing in the cost.`
      : "",
    unbelievableCalls > 0
      ? `The provider of ${calls} reported no tokens, or a number that cannot be true; ${unbelievableCalls === 1 ? "it counts" : "they count"} with what was set aside.`
      : "",
    aside > 0
      ? `${formatTokens(aside)} more tokens were set aside for calls that nobody could count${unbelievableCalls > 0 ? "" : ", because their server stopped in the middle"}; caps count them too.`
      : "",
  ].filter(Boolean)
}
