import { authorOf, type Ctx, implement, thingNames } from "@countersign/core/server"
import { maintenanceContract, windowScheduled } from "../contract.ts"
import { conclude, tell } from "./conclude.ts"
import { coverNotes } from "./cover-notes.ts"
import { planTimes, refuse, type Slot, type Times, wholeSecond } from "./plan-times.ts"
import { reschedule } from "./reschedule.ts"
import { isNear, settle } from "./settle.ts"
import { windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

export const createWindow = implement(maintenanceContract.create, async (ctx, input) => {
  const { systemIds, message, visibility, title, description, environmentIds } = input
  await windows.demandParents(ctx, systemIds)
  await demandEnvironments(ctx, environmentIds)
  const at = await ctx.now()
  const times = timesOf(input, at)

  const draft = { title, description, environmentIds, ...times }
  const id = await insertWindow(ctx, draft, systemIds, await planTimes(times, at), at)
  const first = { message: message ?? "", status: null, visibility, at }
  const update = message ? await windowTimeline.post(ctx, id, first) : null
  await tell(ctx, windowScheduled, await windows.read(ctx, id), update)
  await settle(ctx, id)
  return { ...(await conclude(ctx, id, null, { update })), notes: await coverNotes(ctx, { systemIds, environmentIds }) }
})

export async function insertWindow(
  ctx: Ctx,
  draft: Times & { title: string; description: string; environmentIds: string[] },
  systemIds: readonly string[],
  slots: readonly Slot[],
  at: Date,
  sample = false,
): Promise<string> {
  const { startsAt } = draft
  const fields = {
    ...draft,
    status: "scheduled",
    occurrenceAt: startsAt,
    seriesAt: startsAt,
    durationSeconds: 0,
    announced: isNear(slots[0]!.startsAt, at),
    createdBy: authorOf(ctx),
    createdAt: at,
    updatedAt: at,
    sample,
  }
  const id = await windows.insert(ctx.tx, fields, systemIds)
  await reschedule(ctx, await windows.read(ctx, id), draft, slots, at)
  return id
}

/** Without a beginning, now: what a pipeline arms before it deploys. */
export function timesOf(
  draft: { startsAt?: string | undefined; endsAt?: string | undefined; minutes?: number | undefined } & Pick<
    Times,
    "rrule" | "timeZone"
  >,
  now: Date,
): Times {
  const startsAt = new Date(draft.startsAt ? wholeSecond(draft.startsAt) : wholeSecond(now.toISOString())).toISOString()
  const endsAt = draft.endsAt ?? new Date(Date.parse(startsAt) + (draft.minutes ?? 60) * 60_000).toISOString()
  return { startsAt, endsAt, rrule: draft.rrule, timeZone: draft.timeZone }
}

/** Refuses environments that are gone, or that the caller does not see. */
export async function demandEnvironments(ctx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const names = await thingNames(ctx, "catalog.environment", ids)
  if (ids.some((id) => !names.has(id)))
    refuse(
      "environmentIds",
      "One of these environments does not exist, or is not yours to see. Choose from those there are.",
    )
}
