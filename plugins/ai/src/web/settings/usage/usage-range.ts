export const USAGE_RANGES = [
  { id: "1", label: "Today", start: (timeZone: string, now: Date) => rangeStart(1, timeZone, now) },
  { id: "7", label: "7 days", start: (timeZone: string, now: Date) => rangeStart(7, timeZone, now) },
  { id: "month", label: "Month", start: monthStart },
  { id: "30", label: "30 days", start: (timeZone: string, now: Date) => rangeStart(30, timeZone, now) },
  { id: "90", label: "90 days", start: (timeZone: string, now: Date) => rangeStart(90, timeZone, now) },
] as const

/** The instant at which the month began where the clocks show this zone. */
export function monthStart(timeZone: string, now: Date): string {
  return rangeStart(wallClock(now.getTime(), timeZone).day, timeZone, now)
}

/** The instant at which the first of so many days began, today included, where the clocks show this zone. */
export function rangeStart(days: number, timeZone: string, now: Date): string {
  const today = wallClock(now.getTime(), timeZone)
  const midnight = Date.UTC(today.year, today.month - 1, today.day - days + 1)
  // The zone's distance from UTC depends on the instant that is looked for. A day whose clocks skip midnight begins
  // later: the earliest of the candidates that still shows that day is its beginning.
  const candidates = [-DAY_MS, 0, DAY_MS].map((shift) => midnight - offsetAt(midnight + shift, timeZone))
  const date = new Date(midnight).getUTCDate()
  const begins = candidates.filter((instant) => wallClock(instant, timeZone).day === date)
  return new Date(Math.min(...(begins.length > 0 ? begins : candidates))).toISOString()
}

/** For axes: "16 Nov" of "2026-11-16". The days are the server's, so no zone is applied again. */
export function dayLabel(day: string): string {
  return DAY_FORMAT.format(new Date(`${day}T12:00:00Z`))
}

const DAY_MS = 86_400_000
const DAY_FORMAT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })

function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(instant, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - instant
}

type WallClock = Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>

function wallClock(instant: number, timeZone: string): WallClock {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(instant)
  return Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)])) as WallClock
}
