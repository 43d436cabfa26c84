/** The zone that a bare time is read in: the browser's if `Intl` knows it, else the host's. */
export function believedTimeZone(claimed: string | null | undefined): string {
  if (claimed && claimed.length <= 100) {
    try {
      return formatsOf(claimed).timeZone
    } catch {
      // Not a zone; whatever it is must not reach the prompt.
    }
  }
  hostZone ??= new Intl.DateTimeFormat("en").resolvedOptions().timeZone
  return hostZone
}

let hostZone: string | undefined

/** RFC 3339 with the zone's offset at that instant, to the minute: `2026-07-01T22:00:00+02:00`. */
export function formatInZone(at: Date, timeZone: string): string {
  const parts = formatsOf(timeZone).instant.formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ""
  // "GMT+02:00"; zones at the meridian say "GMT". Old dates carry seconds, which RFC 3339 has no place for.
  const offset = part("timeZoneName").replace("GMT", "").slice(0, 6) || "+00:00"
  const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`
  return `${day}T${part("hour")}:${part("minute")}:00${offset}`
}

export function weekdayInZone(at: Date, timeZone: string): string {
  return formatsOf(timeZone).weekday.format(at)
}

interface Formats {
  /** Under the name that `Intl` prefers. */
  timeZone: string
  instant: Intl.DateTimeFormat
  weekday: Intl.DateTimeFormat
}

/** Making formatters took 4 % of a whole turn's processor time. Zones come from the wire under names in any case. */
const known = new Map<string, Formats>()
const MOST_KNOWN = 100

/** Throws on what is not a zone. */
function formatsOf(timeZone: string): Formats {
  const found = known.get(timeZone)
  if (found) return found
  const instant = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  })
  const weekday = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long" })
  const formats = { timeZone: instant.resolvedOptions().timeZone, instant, weekday }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(timeZone, formats)
  return formats
}
