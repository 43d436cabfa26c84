export type Instant = Date | string | number

/** "just now", "4 min ago", "in 2 h", "3 days ago"; after a month the date itself. */
export function formatRelative(instant: Instant, now: Instant = Date.now(), timeZone?: string): string {
  const differenceMs = toDate(now).getTime() - toDate(instant).getTime()
  const distance = Math.abs(differenceMs)
  const say = (amount: number, unit: string) => (differenceMs >= 0 ? `${amount} ${unit} ago` : `in ${amount} ${unit}`)

  if (Number.isNaN(distance)) return "unknown time"
  if (distance < 45 * SECOND) return differenceMs >= 0 ? "just now" : "in a moment"
  if (distance < 60 * MINUTE) return say(Math.max(1, Math.floor(distance / MINUTE)), "min")
  if (distance < 24 * HOUR) return say(Math.floor(distance / HOUR), "h")
  if (distance < 30 * DAY) {
    const days = Math.floor(distance / DAY)
    return say(days, days === 1 ? "day" : "days")
  }
  return formatDate(instant, timeZone)
}

/** The exact instant in the viewer's zone: "Mon, 16 Nov 2026, 14:03:22 CET". */
export function formatExact(instant: Instant, timeZone?: string): string {
  const date = toDate(instant)
  if (Number.isNaN(date.getTime())) return "unknown time"
  return formatter("exact", timeZone, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  }).format(date)
}

/** "16 Nov 2026". */
export function formatDate(instant: Instant, timeZone?: string): string {
  return formatter("date", timeZone, { day: "numeric", month: "short", year: "numeric" }).format(toDate(instant))
}

/** "16 Nov, 14:03": for axes and logs where the year is plain. */
export function formatShort(instant: Instant, timeZone?: string): string {
  return formatter("short", timeZone, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).format(toDate(instant))
}

/** "1,204". */
export function formatNumber(value: number, fractionDigits = 0): string {
  return value.toLocaleString("en", { maximumFractionDigits: fractionDigits })
}

/** "99.95 %" of a share between 0 and 1. Never rounds up to 100 % what is less. */
export function formatPercent(share: number, fractionDigits = 2): string {
  const scale = 10 ** fractionDigits
  const percent = share * 100
  // Floor towards zero only near the top, so that 99.999 % of a month does not read as a perfect one.
  const shown =
    percent < 100 && Math.round(percent * scale) / scale >= 100 ? Math.floor(percent * scale) / scale : percent
  return `${shown.toLocaleString("en", { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits })} %`
}

/** "2 d 4 h", "1 h 12 min", "48 s", "320 ms": the two largest units. */
export function formatDuration(durationMs: number): string {
  if (durationMs < SECOND) return `${Math.round(durationMs)} ms`
  let rest = Math.round(durationMs / SECOND) * SECOND
  const parts: string[] = []
  for (const [size, unit] of DURATION_UNITS) {
    const amount = Math.floor(rest / size)
    rest -= amount * size
    if (amount > 0) parts.push(`${amount} ${unit}`)
    else if (parts.length > 0) break
    if (parts.length === 2) break
  }
  return parts.join(" ")
}

/** "3 systems", "1 system". */
export function formatCount(amount: number, one: string, many = `${one}s`): string {
  return `${formatNumber(amount)} ${amount === 1 ? one : many}`
}

/** "1.4 MB". */
export function formatBytes(bytes: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"]
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${formatNumber(value, unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`
}

/** Initials for an avatar: of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : [words[0]]
  return letters.map((word) => [...(word ?? "?")][0]?.toUpperCase() ?? "?").join("")
}

export function toDate(instant: Instant): Date {
  return instant instanceof Date ? instant : new Date(instant)
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const DURATION_UNITS: readonly [number, string][] = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "min"],
  [SECOND, "s"],
]

// Building an Intl.DateTimeFormat costs about 50 µs; a table asks for hundreds.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(
  kind: string,
  timeZone: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone ?? ""}`
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat("en-GB", { ...options, timeZone })
    formatters.set(key, found)
  }
  return found
}
