import type { InputOf } from "@countersign/core/contract"
import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, implement, NotFoundError } from "@countersign/core/server"
import { maintenanceContract, windowChanged } from "../contract.ts"
import { conclude, tell } from "./conclude.ts"
import { coverNotes } from "./cover-notes.ts"
import { demandEnvironments } from "./create-window.ts"
import { findOccurrence, type KnownSlot, markOccurrence, meetsAnother, putOccurrences } from "./occurrence-store.ts"
import { refuse, type Slot, type Times, wholeSecond } from "./plan-times.ts"
import { presentWindow } from "./present-window.ts"
import { ownTimes, reschedule, slotsOf, withoutPassed } from "./reschedule.ts"
import { goOn, settle } from "./settle.ts"
import { minute } from "./tools/window-card.ts"
import { type FoundWindow, windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

export const updateWindow = implement(maintenanceContract.update, async (ctx, { id, version, ...changes }) => {
  const { systemIds, title, description, environmentIds } = changes
  const before = await windows.hold(ctx, id)
  const at = await ctx.now()
  if (before.version !== version) throw windows.stale(before, version, await presentWindow(ctx, before))
  const change = await planChange(ctx, before, changes, at)

  await windows.change(ctx.tx, id, { title, description, environmentIds }, { at })
  if (systemIds) await windows.setParents(ctx.tx, id, systemIds)
  if (change.all) await reschedule(ctx, before, change.all.times, change.all.slots, at)
  if (change.one) await changeOne(ctx, before, change.one, at)
  const { one } = change
  const was = {
    ...before,
    ...ownTimes(before),
    ...editOfOne(before, one?.before),
    systems: before.systemIds,
    environments: before.environmentIds,
  }
  const edited = { ...change.all?.times, ...editOfOne(before, one && stateOf(one)) }
  const is = { title, description, ...edited, systems: systemIds, environments: environmentIds }
  await windowTimeline.recordEdit(ctx, id, at, was, is)
  await tell(ctx, windowChanged, await windows.read(ctx, id))
  await settle(ctx, id)
  const only = one ? { only: { occurrence: { ...one.slot, skipped: one.skipped } } } : {}
  const notes = await coverNotes(ctx, await windows.read(ctx, id))
  return { ...(await conclude(ctx, id, before, only)), notes }
})

type Changes = Omit<InputOf<typeof maintenanceContract.update>, "id" | "version">

interface Planned {
  all?: { times: Times; slots: Slot[] }
  one?: { slot: Slot; before: KnownSlot; skipped: boolean }
}

/** What an update would do to the times. Refuses what makes no sense, for the verb and for its card. */
export async function planChange(ctx: Ctx, before: FoundWindow, changes: Changes, now: Date): Promise<Planned> {
  const { startsAt, endsAt, rrule, timeZone, occurrenceAt, skipped, systemIds, environmentIds } = changes
  if (Object.values(changes).every((value) => value === undefined)) refuse("", "Name at least one field to change.")
  await windows.demandParents(ctx, systemIds?.filter((systemId) => !before.systemIds.includes(systemId)) ?? [])
  await demandEnvironments(ctx, environmentIds?.filter((one) => !before.environmentIds.includes(one)) ?? [])
  const isOver = before.status === "completed" || before.status === "cancelled"
  const rest = [startsAt, endsAt, rrule, timeZone, occurrenceAt, skipped, systemIds, environmentIds]
  if (isOver && rest.some((value) => value !== undefined))
    throw new ConflictError(`${quoteName(before.title)} is over, so only its title and description can change.`)
  if (occurrenceAt !== undefined) return { one: await planOne(ctx, before, { ...changes, occurrenceAt }, now) }
  if (skipped !== undefined) refuse("skipped", "Name the occurrence that is to be left out.")
  if ([startsAt, endsAt, rrule, timeZone].every((value) => value === undefined)) return {}
  const own = ownTimes(before)
  const wanted = rrule === undefined ? before.rrule : rrule
  const rule = { rrule: wanted, timeZone: timeZone ?? before.timeZone }
  const sameRule = rule.rrule === before.rrule && rule.timeZone === before.timeZone
  // Whoever sends back what they read, of the one that is shown or of the series, changes no times.
  const sameTimes = isSame(changes, before) || isSame(changes, own)
  if (sameTimes && sameRule) return {}
  rule.rrule = await withoutPassed(before, wanted)
  if (before.status === "inProgress" && !isSame(before, own)) {
    const current = sameTimes
      ? { startsAt: before.startsAt, endsAt: before.endsAt }
      : { startsAt: startsAt ?? before.startsAt, endsAt: endsAt ?? before.endsAt }
    if (sameRule) return { one: await planOne(ctx, before, { occurrenceAt: before.occurrenceAt, ...current }, now) }
    const times = { ...(rule.rrule === null ? current : own), ...rule }
    return { all: { times, slots: await slotsOf(before, times, now, current) } }
  }
  const given = sameTimes ? own : { startsAt: startsAt ?? own.startsAt, endsAt: endsAt ?? own.endsAt }
  const times: Times = { ...given, ...rule }
  return { all: { times, slots: await slotsOf(before, times, now) } }
}

function isSame(
  { startsAt, endsAt }: Pick<Changes, "startsAt" | "endsAt">,
  than: Pick<Times, "startsAt" | "endsAt">,
): boolean {
  const equal = (one: string | undefined, other: string) => one === undefined || wholeSecond(one) === wholeSecond(other)
  return equal(startsAt, than.startsAt) && equal(endsAt, than.endsAt)
}

async function planOne(ctx: Ctx, window: FoundWindow, changes: Changes & { occurrenceAt: string }, now: Date) {
  const { occurrenceAt, startsAt, endsAt, skipped, ...rest } = changes
  if (Object.values(rest).some((value) => value !== undefined))
    refuse("occurrenceAt", "Of a single occurrence only the times can change. Change the rest for all of them.")
  const before = await findOccurrence(ctx.tx, window.id, occurrenceAt)
  if (!before) throw new NotFoundError("This window has no such occurrence. Read its occurrences again.")
  const running = window.status === "inProgress" && before.originalAt === window.occurrenceAt
  if (before.state === "done") throw new ConflictError("That occurrence is over. Choose one that is still to come.")
  if (running && skipped) throw new ConflictError("That occurrence is in progress. To end it, close it.")
  if (skipped && window.rrule === null) throw new ConflictError("It takes place only once. To call it off, close it.")
  const times = { startsAt: startsAt ?? before.startsAt, endsAt: endsAt ?? before.endsAt, rrule: null, timeZone: "UTC" }
  const [slot] = await slotsOf(running ? window : { ...window, status: "scheduled", occurrenceAt }, times, now)
  const isSkipped = skipped ?? (before.state === "skipped" && startsAt === undefined && endsAt === undefined)
  if (!isSkipped && (await meetsAnother(ctx.tx, window.id, { ...slot!, originalAt: before.originalAt })))
    throw new ConflictError("At that time another occurrence of this window takes place. Choose a time between them.")
  return { slot: { ...slot!, originalAt: before.originalAt }, before, skipped: isSkipped }
}

/** What the history tells of a single occurrence; the only one is the window itself. */
function editOfOne({ rrule }: FoundWindow, slot: KnownSlot | undefined) {
  if (!slot) return {}
  const { startsAt, endsAt, state } = slot
  if (rrule === null) return { startsAt, endsAt }
  return { occurrence: `${minute(startsAt)} to ${minute(endsAt)}${state === "skipped" ? ", left out" : ""}` }
}

function stateOf({ slot, skipped }: NonNullable<Planned["one"]>): KnownSlot {
  return { ...slot, state: skipped ? "skipped" : "planned" }
}

async function changeOne(ctx: Ctx, window: FoundWindow, { slot, skipped }: NonNullable<Planned["one"]>, at: Date) {
  await putOccurrences(ctx.tx, window.id, [slot])
  if (skipped) await markOccurrence(ctx.tx, window.id, slot.originalAt, "skipped")
  // The window shows the one in progress, or else the one that is next by now.
  if (window.status === "scheduled") await goOn(ctx, window, at, "cancelled")
  else if (slot.originalAt === window.occurrenceAt)
    await windows.change(ctx.tx, window.id, { endsAt: slot.endsAt }, { at })
}
