import { DAYS, type Day, type Frequency, readRule, writeRule } from "../contract/rule.ts"

/** A rule as the form has it. `other`: one that a script made and this form has no words for; it stays as it is. */
export interface Repetition {
  repeat: "never" | "other" | Frequency
  interval: string
  days: readonly Day[]
  monthlyBy: "date" | "weekday"
  ends: "never" | "until" | "count"
  until: string | null
  count: string
  rule: string | null
}

export const ONCE: Repetition = {
  repeat: "never",
  interval: "1",
  days: [],
  monthlyBy: "date",
  ends: "never",
  until: null,
  count: "10",
  rule: null,
}

export function toRepetition(rrule: string | null): Repetition {
  if (rrule === null) return ONCE
  const { freq, interval, count, until, byDay } = readRule(rrule)
  const found: Repetition = {
    repeat: freq,
    interval: String(interval),
    days: freq === "WEEKLY" ? byDay.map(({ day }) => day) : [],
    monthlyBy: freq === "MONTHLY" && byDay.length > 0 ? "weekday" : "date",
    ends: count !== null ? "count" : until !== null ? "until" : "never",
    until,
    count: String(count ?? ONCE.count),
    rule: rrule,
  }
  const [nth] = byDay
  const same = toRule(found, nth?.nth && freq === "MONTHLY" ? { nth: nth.nth, day: nth.day } : null)
  return same !== null && writeRule(readRule(same)) === writeRule(readRule(rrule))
    ? found
    : { ...ONCE, repeat: "other", rule: rrule }
}

/** `weekday`: which one of its month the first day is. */
export function toRule(values: Repetition, weekday: { nth: number; day: Day } | null): string | null {
  const { repeat, interval, days, monthlyBy, ends, until, count, rule } = values
  if (repeat === "never") return null
  if (repeat === "other") return rule
  return writeRule({
    freq: repeat,
    interval: Number(interval),
    count: ends === "count" ? Number(count) : null,
    until: ends === "until" ? until : null,
    byDay:
      repeat === "WEEKLY"
        ? DAYS.filter((day) => days.includes(day)).map((day) => ({ nth: null, day }))
        : repeat === "MONTHLY" && monthlyBy === "weekday" && weekday
          ? [weekday]
          : [],
    byMonthDay: [],
    byMonth: [],
    bySetPos: [],
    weekStart: null,
  })
}

/** The fifth of a month is told as its last: not every month has five. */
export function weekdayOf(startsAt: string, timeZone: string): { nth: number; day: Day } {
  const date = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(startsAt))
  const at = new Date(`${date}T00:00Z`)
  const nth = Math.ceil(at.getUTCDate() / 7)
  return { nth: nth === 5 ? -1 : nth, day: DAYS[(at.getUTCDay() + 6) % 7]! }
}
