import { z } from "zod"

/** A recurrence rule of RFC 5545, as far as it makes sense here: the time of day is that of the start. */
export interface ParsedRule {
  freq: Frequency
  interval: number
  count: number | null
  /** An instant. */
  until: string | null
  byDay: readonly { nth: number | null; day: Day }[]
  byMonthDay: readonly number[]
  byMonth: readonly number[]
  bySetPos: readonly number[]
  weekStart: Day | null
}

export const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const
export type Frequency = (typeof FREQUENCIES)[number]
export const DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const
export type Day = (typeof DAYS)[number]
export const DAY_WORDS: Record<Day, string> = {
  MO: "Monday",
  TU: "Tuesday",
  WE: "Wednesday",
  TH: "Thursday",
  FR: "Friday",
  SA: "Saturday",
  SU: "Sunday",
}

/** The text of a rule, without DTSTART: `FREQ=WEEKLY;BYDAY=TU`. */
export const RecurrenceRule = z
  .string()
  .trim()
  .toUpperCase()
  .max(300)
  .superRefine((rule, check) => {
    try {
      readRule(rule)
    } catch (error) {
      check.addIssue({ code: "custom", message: (error as Error).message })
    }
  })

// Whoever needs more has a rule without an end in mind; each counted one is looked at every time the rule is asked.
const MOST_TIMES = 500

/** What is wrong with a rule is thrown as an Error with a sentence for the one who wrote it. */
export function readRule(text: string): ParsedRule {
  const parts = new Map<string, string>()
  for (const [at, part] of text.split(";").entries()) {
    const [name = "", value = "", ...more] = part.split("=")
    // Named by its place: a text that is repeated in another spelling would get by the mask.
    if (!KNOWN.includes(name))
      throw new Error(`A rule is made of ${KNOWN.join(", ")}; its ${ordinal(at + 1)} part is none of these.`)
    if (value === "" || more.length > 0 || parts.has(name)) throw new Error(`A rule says ${name} once, as ${name}=…`)
    parts.set(name, value)
  }
  const freq = FREQUENCIES.find((one) => one === parts.get("FREQ"))
  if (!freq) throw new Error(`FREQ is one of ${FREQUENCIES.join(", ")}.`)
  const byDate = freq === "MONTHLY" || freq === "YEARLY"
  const list = (name: string) => parts.get(name)?.split(",") ?? []
  const numbers = (name: string, most: number, least = -most) =>
    list(name).map((one) => wholeNumber(name, one, least, most))

  for (const name of ["BYMONTHDAY", "BYMONTH"])
    if (parts.has(name) && !byDate) throw new Error(`${name} goes with FREQ=MONTHLY or FREQ=YEARLY.`)
  if (parts.has("BYSETPOS") && !(freq === "MONTHLY" && parts.has("BYDAY")))
    throw new Error("BYSETPOS goes with FREQ=MONTHLY and BYDAY.")
  if (parts.has("COUNT") && parts.has("UNTIL")) throw new Error("A rule ends by COUNT or by UNTIL, not by both.")
  return {
    freq,
    interval: numbers("INTERVAL", 365, 1)[0] ?? 1,
    count: numbers("COUNT", MOST_TIMES, 1)[0] ?? null,
    until: parts.has("UNTIL") ? readUntil(parts.get("UNTIL") ?? "") : null,
    byDay: list("BYDAY").map((one) => readDay(one, freq)),
    byMonthDay: numbers("BYMONTHDAY", 31),
    byMonth: numbers("BYMONTH", 12, 1),
    bySetPos: numbers("BYSETPOS", 31),
    weekStart: parts.has("WKST") ? readDay(parts.get("WKST") ?? "", "WEEKLY").day : null,
  }
}

export function writeRule(rule: ParsedRule): string {
  const parts: [string, unknown][] = [
    ["FREQ", rule.freq],
    ["INTERVAL", rule.interval === 1 ? "" : rule.interval],
    ["BYMONTH", rule.byMonth],
    ["BYMONTHDAY", rule.byMonthDay],
    ["BYDAY", rule.byDay.map(({ nth, day }) => `${nth ?? ""}${day}`)],
    ["BYSETPOS", rule.bySetPos],
    ["COUNT", rule.count ?? ""],
    ["UNTIL", rule.until?.replaceAll(/[-:]|\.\d+/g, "") ?? ""],
    ["WKST", rule.weekStart ?? ""],
  ]
  return parts.flatMap(([name, value]) => (String(value) === "" ? [] : `${name}=${value}`)).join(";")
}

/** `Every 2 weeks on Monday and Friday, 10 times`. */
export function ruleInWords(text: string): string {
  const { freq, interval, count, until, byDay, byMonthDay, byMonth, bySetPos } = readRule(text)
  const unit = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" }[freq]
  const days = joined(
    byDay.map(({ nth, day }) => (nth === null ? DAY_WORDS[day] : `the ${ordinal(nth)} ${DAY_WORDS[day]}`)),
  )
  return [
    interval === 1 ? `Every ${unit}` : `Every ${interval} ${unit}s`,
    byMonth.length > 0 && ` in ${joined(byMonth.map((month) => MONTHS[month - 1] ?? ""))}`,
    byMonthDay.length > 0 &&
      ` on the ${joined(byMonthDay.map((day) => (day < 0 ? `${ordinal(day)} day` : ordinal(day))))}`,
    days && ` on ${bySetPos.length > 0 ? `the ${joined(bySetPos.map(ordinal))} of ` : ""}${days}`,
    count !== null && `, ${count === 1 ? "once" : `${count} times`}`,
    until !== null && `, until ${until.slice(0, 10)}`,
  ]
    .filter(Boolean)
    .join("")
}

const KNOWN = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST"]
const MONTHS = "January February March April May June July August September October November December".split(" ")

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const number = Number(text)
  if (!/^[+-]?\d{1,3}$/.test(text) || number === 0 || number < least || number > most)
    throw new Error(`${name} takes whole numbers from ${least} to ${most}${least < 0 ? ", without 0" : ""}.`)
  return number
}

function readDay(text: string, freq: Frequency): { nth: number | null; day: Day } {
  const [, nth = "", name] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(text) ?? []
  const day = DAYS.find((one) => one === name)
  if (!day) throw new Error(`A day is one of ${DAYS.join(", ")}, or the nth of a month, such as 2TU or -1FR.`)
  if (nth !== "" && freq !== "MONTHLY") throw new Error("The nth weekday goes with FREQ=MONTHLY.")
  return { nth: nth === "" ? null : Number(nth), day }
}

function readUntil(text: string): string {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(at.getTime())) throw new Error("UNTIL is an instant in UTC, such as 20271231T235959Z.")
  return at.toISOString()
}

function ordinal(number: number): string {
  if (number === -1) return "last"
  if (number < 0) return `${ordinal(-number)} last`
  const last = number % 10
  const ending = number > 10 && number < 14 ? "th" : (["th", "st", "nd", "rd"][last] ?? "th")
  return `${number}${ending}`
}

function joined(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`
}
