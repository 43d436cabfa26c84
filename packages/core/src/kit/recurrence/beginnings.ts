import type { Series } from "./expand-rule.ts"

// The library of rules and calendars disagree about years far from ours, and the last ones cannot be counted on from.
export const LATEST = Date.UTC(2200, 0, 1)

/** The next times at which something that recurs begins, from its first on or after `after`. */
export async function beginnings(series: Series, after: Date | null, limit: number): Promise<Date[]> {
  const { expandRule } = await import("./expand-rule.ts")
  return expandRule(series, after, limit).filter((at) => at.getTime() < LATEST)
}
