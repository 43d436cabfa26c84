import { implement } from "@countersign/core/server"
import { incidentContract, incidentResolved } from "../contract.ts"
import { auditView, tellOf } from "./conclude.ts"
import { incidents, isOpen, moveTo } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"

/** Says before what `forgetSystem` does after. */
export const foreseeSystemDeletion = implement(incidentContract.foreseeSystemDeletion, async (ctx, { id }) => ({
  sentences: await incidents.foresee(ctx.tx, id, {
    which: isOpen,
    adjective: "open",
    become: ["is resolved", "are resolved"],
  }),
}))

export const forgetSystem = implement(incidentContract.forgetSystem, async (ctx, { systemId: id, wasPrivate }) => ({
  incidents: await incidents.forget(ctx, { id, wasPrivate }, async (before) => {
    const { closed, update } = await incidentTimeline.loseParent(ctx, before, {
      status: "resolved",
      word: "Resolved",
      close: (at) => moveTo(ctx.tx, before.id, "resolved", at),
    })
    const after = await incidents.read(ctx, before.id)
    if (closed) await tellOf(ctx, incidentResolved, after, update)
    ctx.audit({
      thing: { type: incidents.type, id: after.id, name: after.title },
      before: auditView(before),
      after: auditView(after),
    })
  }),
}))
