import { RRuleTemporal } from "rrule-temporal"
import { readRule } from "../../contract/kit/recurrence.ts"

/** Something that recurs, as far as its times go. */
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
 * left out; of one that comes twice the first is meant, but for `from` itself. Loaded when it is first wanted: the library is 180 KB.
 */
export function expandRule({ rrule, timeZone, from }: Series, after: Date | null, limit: number): Date[] {
  const wall = wallOf(from, timeZone)
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;TZID=${timeZone}:${wall.replaceAll(/[-:]/g, "").replace(" ", "T")}\nRRULE:${rrule}`,
    // Those that are counted are gone through from the first one on, each time.
    maxIterations: MOST_STEPS + 2 * (readRule(rrule).count ?? 0),
  })
  // Where `from` is the second of two equal wall times the rule begins at the first one, an hour before, and would leave `from` out.
  const begins = after === null ? nextOf(rule, new Date(from.getTime() - LONGEST_SECOND_PASS_MS), true) : null
  const isSecondPass = begins !== null && begins < from && sameWall(begins, from, timeZone)
  const found: Date[] = isSecondPass && limit > 0 ? [from] : []
  for (let last = found[0] ?? after; found.length < limit; last = found.at(-1) ?? null) {
    const next = nextOf(rule, last ?? from, last === null)
    if (!next) break
    found.push(next)
  }
  return found
}

// Clocks go back by an hour nearly everywhere, and never by more than this.
const LONGEST_SECOND_PASS_MS = 3 * 60 * 60_000

function sameWall(one: Date, other: Date, timeZone: string): boolean {
  return wallOf(one, timeZone) === wallOf(other, timeZone)
}

function wallOf(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at)
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
