import { beginnings, type Ctx } from "@countersign/core/server"
import { windowApproaching, windowEnded, windowStarted } from "../contract.ts"
import { tell } from "./conclude.ts"
import { knownAhead, markOccurrence, markPassed, nextOccurrence, putOccurrences } from "./occurrence-store.ts"
import { AHEAD, slotAt } from "./plan-times.ts"
import { type FoundWindow, LEAD_MINUTES, windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

/** Moves a window on to where it ought to be at this moment: announced, in progress, over, or at its next occurrence. */
export async function settle(ctx: Ctx, id: string): Promise<void> {
  const now = await ctx.now()
  for (;;) {
    const window = await windows.read(ctx, id)
    const { status, announced } = window
    const [from, to] = [Date.parse(window.startsAt), Date.parse(window.endsAt)]
    if (status !== "scheduled" && status !== "inProgress") return
    // Also one whose whole time passed while no server ran: nobody is told then that it begins.
    if (to <= now.getTime()) await finish(ctx, window, now)
    else if (status === "scheduled" && from <= now.getTime()) await begin(ctx, window, now)
    else if (status === "scheduled" && !announced && from - LEAD_MINUTES * 60_000 <= now.getTime()) {
      await windows.change(ctx.tx, id, { announced: true }, { at: now })
      await tell(ctx, windowApproaching, window)
    } else return
  }
}

async function begin(ctx: Ctx, window: FoundWindow, at: Date): Promise<void> {
  await windows.change(ctx.tx, window.id, { status: "inProgress", announced: true }, { at })
  const update = await windowTimeline.post(ctx, window.id, { ...MOVED, status: "inProgress", at })
  await tell(ctx, windowStarted, { ...window, status: "inProgress" }, update)
}

const MOVED = { message: "", visibility: "public" } as const

/** Ends the occurrence that is in progress, at its time or earlier. `said`: with a note, in place of the bare status. */
export async function finish(
  ctx: Ctx,
  window: FoundWindow,
  at: Date,
  said?: { message: string; visibility: "public" | "signedIn" | "internal" },
) {
  const { id, occurrenceAt } = window
  await markOccurrence(ctx.tx, id, occurrenceAt, "done", at)
  const status = await goOn(ctx, window, at, "completed")
  const recurs = status === "scheduled" ? { ...MOVED, message: "This occurrence is over." } : MOVED
  const update = await windowTimeline.post(ctx, id, { ...(said ?? recurs), status, at })
  const endsAt = new Date(Math.min(at.getTime(), Date.parse(window.endsAt))).toISOString()
  await tell(ctx, windowEnded, { ...window, status, endsAt }, update)
  return update
}

/** To its next occurrence, or where there is none to `last`. */
export async function goOn<Last extends "completed" | "cancelled">(
  ctx: Ctx,
  window: FoundWindow,
  at: Date,
  last: Last,
): Promise<"scheduled" | Last> {
  const { id } = window
  await markPassed(ctx.tx, id, at)
  if (window.rrule !== null) await planAhead(ctx, window, at)
  const next = await nextOccurrence(ctx.tx, id)
  if (!next) {
    // Its end is when it was over; one that never began keeps its times.
    const ended = window.status === "inProgress" && at.getTime() < Date.parse(window.endsAt)
    const endsAt = ended
      ? new Date(Math.max(at.getTime(), Date.parse(window.startsAt) + 1_000)).toISOString()
      : undefined
    await windows.change(ctx.tx, id, { status: last, endsAt }, { at })
    return last
  }
  const { originalAt: occurrenceAt, startsAt, endsAt } = next
  const times = { occurrenceAt, startsAt, endsAt, announced: isNear(startsAt, at) }
  await windows.change(ctx.tx, id, { status: "scheduled", ...times }, { at })
  return "scheduled"
}

/** Scheduled within the hour before it begins: that it was scheduled is announcement enough. */
export function isNear(startsAt: string, now: Date): boolean {
  return Date.parse(startsAt) - now.getTime() <= LEAD_MINUTES * 60_000
}

async function planAhead(ctx: Ctx, window: FoundWindow, now: Date): Promise<void> {
  const { id, rrule, timeZone, seriesAt, durationSeconds } = window
  const lasts = durationSeconds * 1_000
  const { planned, last } = await knownAhead(ctx.tx, id)
  // Half of it may be used up before the rule is asked again.
  if (rrule === null || last === null || planned > AHEAD / 2) return
  const after = new Date(Math.max(last.getTime(), now.getTime() - lasts))
  const starts = await beginnings({ rrule, timeZone, from: new Date(seriesAt) }, after, AHEAD - planned)
  const slots = starts.map((at) => slotAt(at.getTime(), lasts))
  if (slots.length > 0) await putOccurrences(ctx.tx, id, slots)
}
