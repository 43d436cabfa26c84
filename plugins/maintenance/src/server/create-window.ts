import { authorOf, type Ctx, implement, thingNames } from "@countersign/core/server"
import { maintenanceContract, windowScheduled } from "../contract.ts"
import { conclude, tell } from "./conclude.ts"
import { planTimes, refuse, type Times, wholeSecond } from "./plan-times.ts"
import { reschedule } from "./reschedule.ts"
import { isNear, settle } from "./settle.ts"
import { insertWindow, windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

export const createWindow = implement(maintenanceContract.create, async (ctx, input) => {
  const { systemIds, message, visibility, title, description, environmentIds } = input
  await windows.demandParents(ctx, systemIds)
  await demandEnvironments(ctx, environmentIds)
  const at = await ctx.now()
  const times = timesOf(input, at)
  const slots = await planTimes(times, at)

  const draft = { title, description, environmentIds, ...times }
  const id = await insertWindow(ctx.tx, draft, authorOf(ctx), { at, announced: isNear(slots[0]!.startsAt, at) })
  await windows.setParents(ctx.tx, id, systemIds)
  await reschedule(ctx, await windows.read(ctx, id), times, slots, at)
  const first = { message: message ?? "", status: null, visibility, at }
  const update = message ? await windowTimeline.post(ctx, id, first) : null
  await tell(ctx, windowScheduled, await windows.read(ctx, id), update)
  await settle(ctx, id)
  return conclude(ctx, id, null, { update })
})

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
