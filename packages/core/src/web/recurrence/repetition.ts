import type { FormIssue } from "@countersign/ui"
import { DAYS, type Day, type Frequency, readRule, writeRule } from "../../contract/kit/recurrence.ts"

/** A rule as a form has it. `other`: one that a script made and the form has no words for; it stays as it is. */
export interface Repetition {
  repeat: "never" | "other" | Frequency
  interval: string
  days: readonly Day[]
  monthlyBy: "date" | "weekday"
  ends: "never" | "until" | "count"
  until: string | null
  count: string
  rule: string | null
  /** The time of day is meant there. */
  timeZone: string
}

/** The rule of a form is about the time at which it first begins. */
export interface RepetitionValues extends Repetition {
  startsAt: string | null
}

const ONCE: Omit<Repetition, "timeZone"> = {
  repeat: "never",
  interval: "1",
  days: [],
  monthlyBy: "date",
  ends: "never",
  until: null,
  count: "10",
  rule: null,
}

/** The names of a form's values that make its rule. */
export const REPETITION_FIELDS = [...Object.keys(ONCE), "timeZone"] as readonly (keyof Repetition)[]

export function toRepetition(rrule: string | null, timeZone: string): Repetition {
  if (rrule === null) return { ...ONCE, timeZone }
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
    timeZone,
  }
  const [nth] = byDay
  const same = write(found, nth?.nth && freq === "MONTHLY" ? { nth: nth.nth, day: nth.day } : null)
  return same !== null && writeRule(readRule(same)) === writeRule(readRule(rrule))
    ? found
    : { ...ONCE, repeat: "other", rule: rrule, timeZone }
}

/** Null: it does not repeat. */
export function toRule(values: RepetitionValues): string | null {
  return write(values, values.startsAt ? weekdayOf(values.startsAt, values.timeZone) : null)
}

/** What of a repetition makes no rule, for `check` of a form. */
export function repetitionProblems({ repeat, interval, ends, count, until }: Repetition): FormIssue[] {
  if (repeat === "never" || repeat === "other") return []
  const whole = (text: string, most: number) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= most
  return [
    !whole(interval, 365) && "How often it repeats is a whole number from 1 to 365.",
    ends === "count" && !whole(count, 500) && "It repeats 1 to 500 times.",
    ends === "until" && !until && "Say until when it repeats.",
  ].flatMap((message) => (message ? { path: "rrule", message } : []))
}

interface NthDay {
  nth: number
  day: Day
}

/** Which one of its month a day is. The fifth is told as the last: not every month has five. */
export function weekdayOf(startsAt: string, timeZone: string): NthDay {
  const date = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" }).format(new Date(startsAt))
  const at = new Date(`${date}T00:00Z`)
  const nth = Math.ceil(at.getUTCDate() / 7)
  return { nth: nth === 5 ? -1 : nth, day: DAYS[(at.getUTCDay() + 6) % 7]! }
}

function write(values: Repetition, weekday: NthDay | null): string | null {
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
