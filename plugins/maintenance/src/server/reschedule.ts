import { readRule, writeRule } from "@countersign/core/contract"
import { beginnings, ConflictError, type Ctx } from "@countersign/core/server"
import { putOccurrences, removeComing } from "./occurrence-store.ts"
import { planTimes, refuse, type Slot, type Times, wholeSecond } from "./plan-times.ts"
import { isNear } from "./settle.ts"
import { type FoundWindow, windows } from "./window-store.ts"

/** All of its times anew, from the next occurrence on; what was said of single ones to come is forgotten. */
export async function reschedule(ctx: Ctx, window: FoundWindow, times: Times, slots: readonly Slot[], at: Date) {
  const { id } = window
  const { startsAt, endsAt, originalAt: occurrenceAt } = slots[0]!
  await removeComing(ctx.tx, id)
  await putOccurrences(ctx.tx, id, slots)
  await windows.change(
    ctx.tx,
    id,
    {
      startsAt,
      endsAt,
      occurrenceAt,
      seriesAt: new Date(wholeSecond(times.startsAt)).toISOString(),
      durationSeconds: (wholeSecond(times.endsAt) - wholeSecond(times.startsAt)) / 1_000,
      rrule: times.rrule,
      timeZone: times.timeZone,
      announced: window.status === "inProgress" || isNear(startsAt, at),
    },
    { at },
  )
}

/** The times of the whole series at the occurrence that is shown, which may itself have been moved. */
export function ownTimes(window: OwnTimes): Pick<Times, "startsAt" | "endsAt"> {
  const { startsAt, endsAt, occurrenceAt, seriesAt, durationSeconds, rrule } = window
  if (rrule === null) return { startsAt, endsAt }
  // One that began before it repeated goes by an instant that is not of the rule.
  const from = seriesAt === startsAt ? startsAt : occurrenceAt
  return { startsAt: from, endsAt: new Date(Date.parse(from) + durationSeconds * 1_000).toISOString() }
}

type OwnTimes = Pick<
  FoundWindow,
  "startsAt" | "endsAt" | "occurrenceAt" | "seriesAt" | "durationSeconds" | "rrule" | "status"
>

/** What an edit of the whole begins with: of one in progress only the end can change, and that is its own. */
export function timesToEdit(window: OwnTimes): Pick<Times, "startsAt" | "endsAt"> {
  const { startsAt, endsAt, status } = window
  return status === "scheduled" ? ownTimes(window) : { startsAt, endsAt }
}

/**
 * A rule that ends after a number of times, with those that are left: it is counted from the next occurrence on, and those that
 * took place or were left out count as well. A number that somebody chose anew counts from there as it is.
 */
export async function withoutPassed(window: FoundWindow, rrule: string | null): Promise<string | null> {
  const { rrule: before, timeZone, seriesAt, occurrenceAt } = window
  const was = before === null ? null : readRule(before).count
  if (before === null || rrule === null || was === null || readRule(rrule).count !== was) return rrule
  const all = await beginnings({ rrule: before, timeZone, from: new Date(seriesAt) }, null, was)
  const passed = all.filter((at) => at.toISOString() < occurrenceAt).length
  return writeRule({ ...readRule(rrule), count: Math.max(1, was - passed) })
}

/**
 * When it would take place with other times. The one in progress stays the one it is, and so does the only one.
 * `current`: the times of the one in progress, where they are not those of the others.
 */
export async function slotsOf(
  window: FoundWindow,
  times: Times,
  now: Date,
  current: Pick<Times, "startsAt" | "endsAt"> = times,
): Promise<Slot[]> {
  const running = window.status === "inProgress"
  const start = new Date(wholeSecond(current.startsAt)).toISOString()
  if (running && start !== window.startsAt)
    throw new ConflictError("It is in progress, so it cannot begin at another time. Close it, or change when it ends.")
  if (running && wholeSecond(current.endsAt) <= now.getTime())
    refuse("endsAt", "This has passed already. To end it now, close it.")
  const slots = await planTimes(times, now)
  if (times.rrule !== null && !running) return slots
  const only = {
    originalAt: window.occurrenceAt,
    startsAt: start,
    endsAt: new Date(wholeSecond(current.endsAt)).toISOString(),
  }
  return [only, ...slots.filter((one) => one.startsAt >= only.endsAt && one.originalAt !== only.originalAt)]
}
