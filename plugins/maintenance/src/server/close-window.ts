import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, implement } from "@countersign/core/server"
import { maintenanceContract, windowCancelled, windowChanged } from "../contract.ts"
import { conclude, tell } from "./conclude.ts"
import { markOccurrence, removeComing } from "./occurrence-store.ts"
import { presentWindow } from "./present-window.ts"
import { finish, goOn } from "./settle.ts"
import { type FoundWindow, windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

export const closeWindow = implement(maintenanceContract.close, async (ctx, { id, note, visibility, series }) => {
  const before = await windows.hold(ctx, id)
  await demandOpen(ctx, before)
  const at = await ctx.now()
  const said = { message: note, visibility }
  if (series) await removeComing(ctx.tx, id)
  const window = series ? { ...before, rrule: null } : before
  const update =
    before.status === "inProgress" ? await finish(ctx, window, at, said) : await callOff(ctx, window, at, said)
  return conclude(ctx, id, before, { update })
})

export async function demandOpen(ctx: Ctx, window: FoundWindow): Promise<void> {
  if (window.status !== "scheduled" && window.status !== "inProgress")
    throw new ConflictError(
      `${quoteName(window.title)} is over already. Read it again before changing it.`,
      await presentWindow(ctx, window),
    )
}

/** Of a recurring one only the next occurrence is left out. */
async function callOff(
  ctx: Ctx,
  window: FoundWindow,
  at: Date,
  said: { message: string; visibility: "public" | "signedIn" | "internal" },
) {
  if (window.rrule === null) await removeComing(ctx.tx, window.id)
  else await markOccurrence(ctx.tx, window.id, window.occurrenceAt, "skipped")
  const status = await goOn(ctx, window, at, "cancelled")
  const update = await windowTimeline.post(ctx, window.id, { ...said, status, at })
  await tell(ctx, status === "cancelled" ? windowCancelled : windowChanged, { ...window, status }, update)
  return update
}
