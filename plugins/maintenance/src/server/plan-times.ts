import { beginnings, InvalidInputError, LATEST } from "@countersign/core/server"
import { MOST_MINUTES } from "../contract.ts"

export interface Times {
  startsAt: string
  endsAt: string
  rrule: string | null
  timeZone: string
}

/** One occurrence; the first instant is the one it goes by. */
export interface Slot {
  originalAt: string
  startsAt: string
  endsAt: string
}

/** So many are known ahead: enough for calendars and overlaps, few enough to be written anew with every change. */
export const AHEAD = 20

const EARLIEST = Date.UTC(2000, 0, 1)

/** When a window takes place from now on, at least once. Refuses times that make no sense, by the field to blame. */
export async function planTimes({ startsAt, endsAt, rrule, timeZone }: Times, now: Date): Promise<Slot[]> {
  const [from, to] = [wholeSecond(startsAt), wholeSecond(endsAt)]
  const lasts = to - from
  if (from < EARLIEST) refuse("startsAt", "This lies too far back. Choose a beginning after 1999.")
  if (to > LATEST) refuse("endsAt", "This lies too far ahead. Choose an end before the year 2200.")
  if (lasts <= 0) refuse("endsAt", "A window ends after it begins.")
  if (lasts > MOST_MINUTES * 60_000) refuse("endsAt", "A window lasts at most 31 days.")
  if (rrule === null) {
    if (to <= now.getTime()) refuse("endsAt", "This is over already. Choose an end in the future.")
    return [slotAt(from, lasts)]
  }
  const over = new Date(now.getTime() - lasts)
  const series = { rrule, timeZone, from: new Date(from) }
  const starts = (await beginnings(series, over.getTime() < from ? null : over, AHEAD)).map(Number)
  if (starts.length === 0) refuse("rrule", "This rule never comes up again. Choose another.")
  if (starts.some((at, index) => index > 0 && at - starts[index - 1]! < lasts))
    refuse("endsAt", "It would begin again before it has ended. Make it shorter, or let it repeat less often.")
  return starts.map((at) => slotAt(at, lasts))
}

export function slotAt(at: number, lasts: number): Slot {
  const startsAt = new Date(at).toISOString()
  return { originalAt: startsAt, startsAt, endsAt: new Date(at + lasts).toISOString() }
}

/** Windows begin and end to the second. */
export function wholeSecond(at: string): number {
  return Math.floor(Date.parse(at) / 1_000) * 1_000
}

export function refuse(path: string, message: string): never {
  throw new InvalidInputError(message, [{ path, message }])
}
