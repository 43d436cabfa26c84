import { RRuleTemporal } from "rrule-temporal"
import { readRule } from "../contract/rule.ts"

/** A recurring window, as far as its times go. */
export interface Series {
  rrule: string
  timeZone: string
  /** Where the rule begins to count. */
  from: Date
}

// Rules that never come up, such as 31 April, would be searched for until the end of time: 300 steps take 70 ms.
const MOST_STEPS = 300

/**
 * The next beginnings from `from` on, or after `after`. A wall time that a day does not have because clocks go forward is
 * left out; of one that comes twice the first is meant. Loaded when it is first wanted: the library is 180 KB.
 */
export function expandRule({ rrule, timeZone, from }: Series, after: Date | null, limit: number): Date[] {
  const wall = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(from)
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${timeZone}:${wall.replaceAll(/[-:]/g, "").replace(" ", "T")}\nRRULE:${rrule}`,
    // Those that are counted are gone through from the first one on, each time.
    maxIterations: MOST_STEPS + 2 * (readRule(rrule).count ?? 0),
  })
  const found: Date[] = []
  for (let last = after; found.length < limit; last = found.at(-1) ?? null) {
    const next = nextOf(rule, last ?? from, last === null)
    if (!next) break
    found.push(next)
  }
  return found
}

function nextOf(rule: RRuleTemporal, after: Date, inclusive: boolean): Date | null {
  try {
    const next = rule.next(after, inclusive)
    return next && new Date(next.epochMilliseconds)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith("Maximum iterations")) return null
    throw error
  }
}
