import { implement } from "@countersign/core/server"
import { maintenanceContract, windowCancelled } from "../contract.ts"
import { conclude, tell } from "./conclude.ts"
import { removeComing } from "./occurrence-store.ts"
import { isOpen, windows } from "./window-store.ts"
import { windowTimeline } from "./window-timeline.ts"

/** Says before what `forgetSystem` does after. */
export const foreseeSystemDeletion = implement(maintenanceContract.foreseeSystemDeletion, async (ctx, { id }) => ({
  sentences: await windows.foresee(ctx.tx, id, {
    which: isOpen,
    adjective: "open",
    become: ["is cancelled", "are cancelled"],
  }),
}))

export const forgetSystem = implement(maintenanceContract.forgetSystem, async (ctx, { systemId }) => ({
  windows: await windows.forget(ctx, systemId, async (before) => {
    const { id, systemIds } = before
    const at = await ctx.now()
    const isLast = systemIds.length === 1
    const cancelled = isLast && (await windows.change(ctx.tx, id, { status: "cancelled" }, { at, where: isOpen }))
    // Edits based on its version would write back what is gone.
    if (!cancelled) await windows.change(ctx.tx, id, {}, { at })
    else await removeComing(ctx.tx, id)
    const update = await windowTimeline.post(ctx, id, {
      // Without its name: those who work on this window need not have seen that system.
      message: cancelled
        ? "Cancelled because the last of its systems was deleted from the catalog."
        : "One of its systems was deleted from the catalog.",
      status: cancelled ? "cancelled" : null,
      visibility: "internal",
      at,
    })
    if (cancelled) await tell(ctx, windowCancelled, { ...before, status: "cancelled" }, update)
    ctx.signal(windows.type)
    await conclude(ctx, id, before, { update })
  }),
}))
