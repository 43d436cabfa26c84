/** The zone that a bare time is read in: the browser's if `Intl` knows it, else the host's. */
export function believedTimeZone(claimed: string | null | undefined): string {
  if (claimed && claimed.length <= 100) {
    try {
      return new Intl.DateTimeFormat("en", { timeZone: claimed }).resolvedOptions().timeZone
    } catch {
      // Not a zone; whatever it is must not reach the prompt.
    }
  }
  return new Intl.DateTimeFormat("en").resolvedOptions().timeZone
}

/** RFC 3339 with the zone's offset at that instant, to the minute: `2026-07-01T22:00:00+02:00`. */
export function formatInZone(at: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "longOffset",
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ""
  // "GMT+02:00"; zones at the meridian say "GMT". Old dates carry seconds, which RFC 3339 has no place for.
  const offset = part("timeZoneName").replace("GMT", "").slice(0, 6) || "+00:00"
  const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`
  return `${day}T${part("hour")}:${part("minute")}:00${offset}`
}

export function weekdayInZone(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long" }).format(at)
}
