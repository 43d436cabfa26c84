import { cpuMsOf } from "@countersign/testing"
import { describe, expect, it } from "vitest"
import { readRule, ruleInWords, writeRule } from "../../contract/kit/recurrence.ts"
import { expandRule } from "./expand-rule.ts"

const BERLIN = "Europe/Berlin"
const DAY = 24 * 60 * 60_000

const FORMAT = new Intl.DateTimeFormat("sv-SE", { timeZone: BERLIN, dateStyle: "short", timeStyle: "short" })

function wallOf(at: Date): { date: string; time: string } {
  const [date = "", time = ""] = FORMAT.format(at).split(" ")
  return { date, time }
}

/** The first instant with this wall time on a day, by trying both offsets that Berlin has; null where clocks skip it. */
function instantOf(date: string, time: string): Date | null {
  for (const offset of ["+02:00", "+01:00"]) {
    const at = new Date(`${date}T${time}:00${offset}`)
    const wall = wallOf(at)
    if (wall.date === date && wall.time === time) return at
  }
  return null
}

interface Calendar {
  date: string
  day: number
  weekday: number
}

/** Every day from the first on, one after the other, asked whether the rule means it. */
function plainly(from: Date, isMeant: (calendar: Calendar, days: number) => boolean, limit: number): string[] {
  const first = wallOf(from)
  const found: string[] = []
  for (let days = 0; found.length < limit && days < 4_000; days++) {
    const midnight = new Date(Date.parse(`${first.date}T00:00Z`) + days * DAY)
    const date = midnight.toISOString().slice(0, 10)
    if (!isMeant({ date, day: midnight.getUTCDate(), weekday: midnight.getUTCDay() }, days)) continue
    const at = instantOf(date, first.time)
    if (at && at >= from) found.push(at.toISOString())
  }
  return found
}

const WEEKDAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"]
// Around both changes of clocks, and the hours that are missing or come twice.
const STARTS = ["2027-03-20", "2027-03-27", "2026-10-18", "2026-10-24", "2028-02-25"].flatMap((date) =>
  ["00:00", "01:59", "02:00", "02:30", "03:00", "22:15"].map((time) => instantOf(date, time)!),
)
const expanded = (rrule: string, from: Date, limit: number) =>
  expandRule({ rrule, timeZone: BERLIN, from }, null, limit).map((at) => at.toISOString())

describe("a rule followed in Berlin", () => {
  it.each([1, 2, 3, 7])("every %i days agrees with going from day to day", (interval) => {
    for (const from of STARTS)
      expect(expanded(`FREQ=DAILY;INTERVAL=${interval}`, from, 40), from.toISOString()).toEqual(
        plainly(from, (_, days) => days % interval === 0, 40),
      )
  })

  it.each([["SU"], ["MO", "WE"], ["SA", "SU"]])("every week on %s agrees as well", (...days) => {
    for (const from of STARTS)
      expect(expanded(`FREQ=WEEKLY;BYDAY=${days.join(",")}`, from, 30), from.toISOString()).toEqual(
        plainly(from, ({ weekday }) => days.includes(WEEKDAYS[weekday]!), 30),
      )
  })

  it("every month, by its day, its nth weekday or its last one, agrees as well", () => {
    for (const from of STARTS) {
      expect(expanded("FREQ=MONTHLY;BYMONTHDAY=28", from, 20)).toEqual(plainly(from, ({ day }) => day === 28, 20))
      expect(expanded("FREQ=MONTHLY;BYMONTHDAY=31", from, 12)).toEqual(plainly(from, ({ day }) => day === 31, 12))
      const secondTuesday = ({ day, weekday }: Calendar) => weekday === 2 && day > 7 && day < 15
      expect(expanded("FREQ=MONTHLY;BYDAY=2TU", from, 20)).toEqual(plainly(from, secondTuesday, 20))
      const lastSunday = ({ date, weekday }: Calendar) =>
        weekday === 0 && new Date(Date.parse(`${date}T00:00Z`) + 7 * DAY).toISOString().slice(0, 7) !== date.slice(0, 7)
      expect(expanded("FREQ=MONTHLY;BYDAY=-1SU", from, 20)).toEqual(plainly(from, lastSunday, 20))
    }
  })

  it("leaves out half past two on the day on which clocks go forward", () => {
    const from = instantOf("2027-03-27", "02:30")!
    expect(expanded("FREQ=DAILY", from, 3)).toEqual([
      "2027-03-27T01:30:00.000Z",
      "2027-03-29T00:30:00.000Z",
      "2027-03-30T00:30:00.000Z",
    ])
  })

  it("begins with the second of two equal hours where that one was meant, and goes on as the days do", () => {
    // Clocks in Berlin go back from 03:00 to 02:00 on 2026-10-25: half past two comes at 00:30Z and at 01:30Z.
    const second = new Date("2026-10-25T01:30:00Z")
    expect(expanded("FREQ=DAILY;COUNT=3", second, 9)).toEqual([
      "2026-10-25T01:30:00.000Z",
      "2026-10-26T01:30:00.000Z",
      "2026-10-27T01:30:00.000Z",
    ])
    expect(expanded("FREQ=WEEKLY;BYDAY=SU", second, 2)).toEqual([
      "2026-10-25T01:30:00.000Z",
      "2026-11-01T01:30:00.000Z",
    ])
    // A rule that does not mean that day leaves it out all the same.
    expect(expanded("FREQ=WEEKLY;BYDAY=MO", second, 1)).toEqual(["2026-10-26T01:30:00.000Z"])
    const first = new Date("2026-10-25T00:30:00Z")
    expect(expanded("FREQ=DAILY", first, 2)).toEqual(["2026-10-25T00:30:00.000Z", "2026-10-26T01:30:00.000Z"])
    expect(expandRule({ rrule: "FREQ=DAILY", timeZone: BERLIN, from: second }, second, 1)).toEqual([
      new Date("2026-10-26T01:30:00.000Z"),
    ])
  })

  it("goes on after an instant, and ends where the rule does", () => {
    const from = new Date("2026-11-02T21:00:00Z")
    const series = { rrule: "FREQ=DAILY;COUNT=400", timeZone: "UTC", from }
    expect(expandRule(series, new Date(from.getTime() + 398 * DAY), 5)).toEqual([new Date(from.getTime() + 399 * DAY)])
    expect(expanded("FREQ=WEEKLY;UNTIL=20261110T000000Z", from, 5)).toHaveLength(2)
  })

  it.each(["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYMONTH=4;BYMONTHDAY=31"])(
    "finds nothing where there is nothing, without searching for long: %s",
    (rrule) => {
      expect(cpuMsOf(() => expect(expanded(rrule, STARTS[0]!, 5)).toEqual([]))).toBeLessThan(2_000)
    },
  )
})

describe("the text of a rule", () => {
  it.each([
    ["FREQ=DAILY", "Every day"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;COUNT=10", "Every 2 weeks on Monday and Friday, 10 times"],
    ["FREQ=MONTHLY;BYDAY=-1SU", "Every month on the last Sunday"],
    ["FREQ=MONTHLY;BYMONTHDAY=1,15,-1", "Every month on the 1st, 15th and last day"],
    ["FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=22;UNTIL=20300101T000000Z", "Every year in March on the 22nd, until 2030-01-01"],
    [
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
      "Every month on the last of Monday, Tuesday, Wednesday, Thursday and Friday",
    ],
  ])("%s is told in words and written back as it was", (text, words) => {
    expect(ruleInWords(text)).toBe(words)
    expect(ruleInWords(writeRule(readRule(text)))).toBe(words)
  })

  it.each([
    ["FREQ=SECONDLY", "FREQ is one of DAILY, WEEKLY, MONTHLY, YEARLY."],
    ["BYDAY=MO", "FREQ is one of"],
    ["FREQ=DAILY;COUNT=x", "COUNT takes whole numbers from 1 to 500."],
    ["FREQ=DAILY;COUNT=0", "COUNT takes whole numbers"],
    ["FREQ=DAILY;INTERVAL=1e1", "INTERVAL takes whole numbers"],
    ["FREQ=DAILY;FREQ=WEEKLY", "A rule says FREQ once"],
    ["FREQ=DAILY;BYHOUR=3", "its 2nd part is none of these"],
    ["FREQ=DAILY;BYMONTH=2", "BYMONTH goes with FREQ=MONTHLY or FREQ=YEARLY."],
    ["FREQ=WEEKLY;BYDAY=2MO", "The nth weekday goes with FREQ=MONTHLY."],
    ["FREQ=WEEKLY;BYDAY=XX", "A day is one of MO"],
    ["FREQ=DAILY;COUNT=2;UNTIL=20300101T000000Z", "by COUNT or by UNTIL"],
    ["FREQ=DAILY;UNTIL=20301301T000000Z", "UNTIL is an instant in UTC"],
    ["FREQ=DAILY\nDTSTART:19700101T000000Z", "FREQ is one of"],
  ])("%s is refused in words", (text, words) => {
    expect(() => readRule(text)).toThrow(words)
  })
})
