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

export const forgetSystem = implement(maintenanceContract.forgetSystem, async (ctx, { systemId: id, wasPrivate }) => ({
  windows: await windows.forget(ctx, { id, wasPrivate }, async (before) => {
    const { closed, update } = await windowTimeline.loseParent(ctx, before, {
      status: "cancelled",
      word: "Cancelled",
      close: (at) => windows.change(ctx.tx, before.id, { status: "cancelled" }, { at, where: isOpen }),
    })
    if (closed) {
      await removeComing(ctx.tx, before.id)
      await tell(ctx, windowCancelled, { ...before, status: "cancelled" }, update)
    }
    await conclude(ctx, before.id, before, { update })
  }),
}))
