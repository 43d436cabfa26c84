import { createContext, use } from "react"

/** The IANA name of the zone the reader chose to read times in; null follows the browser. */
export const TimeZoneContext = createContext<string | null>(null)

/** For the `format…` functions. Undefined means the browser's own zone. */
export function useTimeZone(): string | undefined {
  const chosen = use(TimeZoneContext)
  return chosen !== null && isKnown(chosen) ? chosen : undefined
}

const known = new Map<string, boolean>()

/** The server's list of zones can be newer than the browser's, and a name it does not know makes Intl throw. */
function isKnown(zone: string): boolean {
  let answer = known.get(zone)
  if (answer === undefined) {
    try {
      answer = Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }))
    } catch {
      answer = false
    }
    known.set(zone, answer)
  }
  return answer
}
