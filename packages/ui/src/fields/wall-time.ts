/** What a clock on the wall of a zone shows, to the minute: "2026-11-17T14:30". */
export type WallTime = string

export type ReadWallTime = {
  taken: Date
  /** The other instant at which the clock shows the same, where it is set back. */
  other: Date | null
  /** The clock is set forward over it and never shows it; taken is as long after the change as was written. */
  skipped: boolean
}

export function wallTimeOf(instant: Date, zone: string): WallTime {
  return new Date(instant.getTime() + offsetAt(instant, zone)).toISOString().slice(0, 16)
}

/** Null for what is no time. Of two instants the first is taken. */
export function readWallTime(text: WallTime, zone: string): ReadWallTime | null {
  // While "2026" is typed, browsers tell of the years 2, 20 and 202.
  if (!/^[1-9]\d{3}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null
  const asUtc = Date.parse(`${text}:00Z`)
  // A date that does not exist, such as 30 February, is read as another one or as none.
  if (Number.isNaN(asUtc) || new Date(asUtc).toISOString().slice(0, 16) !== text) return null

  // Clocks change by hours at most, and never twice within two days.
  const before = offsetAt(new Date(asUtc - DAY_MS), zone)
  const after = offsetAt(new Date(asUtc + DAY_MS), zone)
  const candidates = [...new Set([before, after])]
    .map((offset) => new Date(asUtc - offset))
    .filter((instant) => wallTimeOf(instant, zone) === text)
    .sort((a, b) => a.getTime() - b.getTime())
  const [taken, other = null] = candidates
  if (!taken) return { taken: new Date(asUtc - before), other: null, skipped: true }
  return { taken, other, skipped: false }
}

/** "CET", or "GMT+5:30" where the browser has no letters for it. */
export function zoneLetters(instant: Date, zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "short" }).formatToParts(instant)
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone
}

/** "UTC+1". */
export function zoneOffset(instant: Date, zone: string): string {
  const minutes = Math.round(offsetAt(instant, zone) / 60_000)
  const rest = Math.abs(minutes) % 60
  const sign = minutes < 0 ? "−" : "+"
  return `UTC${sign}${Math.floor(Math.abs(minutes) / 60)}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`
}

const DAY_MS = 86_400_000

/** How far the zone's clock is ahead of UTC. */
function offsetAt(instant: Date, zone: string): number {
  const parts = new Map(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const shown = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"))
  return shown - Math.floor(instant.getTime() / 1_000) * 1_000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  })
  clocks.set(zone, made)
  return made
}
