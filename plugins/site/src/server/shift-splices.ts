import type { SiteCommand } from "../contract.ts"
import { openShifting, type Shifting } from "../document.ts"
import type { LogRow } from "./site-store.ts"

/** What others did since a tab looked, with the tab's own batches where they stand among it. */
export function shiftingAfter(
  rows: readonly LogRow[],
  tab: string,
  own: ReadonlyMap<number, readonly SiteCommand[]>,
): Shifting {
  const shifting = openShifting()
  for (const row of rows) {
    const mine = row.tab === tab && row.counter !== null ? own.get(row.counter) : undefined
    if (mine) shifting.shift(mine)
    else shifting.hear(row.commands)
  }
  return shifting
}
