import { type Ctx, implement } from "@countersign/core/server"
import { incidentContract, incidentResolved } from "../contract.ts"
import { auditView, tellOf } from "./conclude.ts"
import { type FoundIncident, incidents, isOpen, moveTo } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"

/** Says before what `forgetSystem` does after. */
export const foreseeSystemDeletion = implement(incidentContract.foreseeSystemDeletion, async (ctx, { id }) => ({
  sentences: await incidents.foresee(ctx.tx, id, {
    which: isOpen,
    adjective: "open",
    become: ["is resolved", "are resolved"],
  }),
}))

export const forgetSystem = implement(incidentContract.forgetSystem, async (ctx, { systemId }) => ({
  incidents: await incidents.forget(ctx, systemId, (before) => goOnWithout(ctx, before)),
}))

async function goOnWithout(ctx: Ctx, before: FoundIncident): Promise<void> {
  const { id, systemIds } = before
  const at = await ctx.now()
  const resolved = systemIds.length === 1 && (await moveTo(ctx.tx, id, "resolved", at))
  // Edits based on its version would write back what is gone.
  if (!resolved) await incidents.change(ctx.tx, id, {}, { at })
  const update = await incidentTimeline.post(ctx, id, {
    // Without its name: those who work on this incident need not have seen that system.
    message: resolved
      ? "Resolved because the last of its systems was deleted from the catalog."
      : "One of its systems was deleted from the catalog.",
    status: resolved ? "resolved" : null,
    visibility: "internal",
    at,
  })
  const after = await incidents.read(ctx, id)
  if (resolved) await tellOf(ctx, incidentResolved, after, update)
  ctx.signal("incident.incident")
  ctx.audit({
    thing: { type: "incident.incident", id, name: after.title },
    before: auditView(before),
    after: auditView(after),
  })
}
