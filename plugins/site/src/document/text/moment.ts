/** As people read it in a language and a time zone. What is no moment stays as it is. */
export function momentIn(language: string, timeZone: string, value: string): string {
  const at = new Date(value)
  if (Number.isNaN(at.getTime())) return value
  return formatIn(language, timeZone).format(at)
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(language: string, timeZone: string): Intl.DateTimeFormat {
  const key = `${language} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const made = formatOf(language, timeZone) ?? formatOf("en", "UTC")!
  // One site has one language and zone, a preview of others a few.
  if (formats.size > 50) formats.clear()
  formats.set(key, made)
  return made
}

function formatOf(language: string, timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat(language, {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
      timeZone,
      timeZoneName: "short",
    })
  } catch {
    return null
  }
}
