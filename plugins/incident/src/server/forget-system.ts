import { type Ctx, implement } from "@countersign/core/server"
import { incidentContract, incidentResolved } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { type FoundIncident, incidents, moveTo } from "./incident-store.ts"
import { auditView } from "./present-incident.ts"
import { insertUpdate } from "./update-store.ts"

export const forgetSystem = implement(incidentContract.forgetSystem, async (ctx, { systemId }) => ({
  incidents: await incidents.forget(ctx, systemId, (before) => goOnWithout(ctx, before)),
}))

async function goOnWithout(ctx: Ctx, before: FoundIncident): Promise<void> {
  const { id, systemIds } = before
  const at = await ctx.now()
  const resolved = systemIds.length === 1 && (await moveTo(ctx.tx, id, "resolved", at))
  // Edits based on its version would write back what is gone.
  if (!resolved) await incidents.change(ctx.tx, id, {}, { at })
  // Without its name: those who work on this incident need not have seen that system.
  const update = await insertUpdate(ctx.tx, {
    incidentId: id,
    message: resolved
      ? "Resolved because the last of its systems was deleted from the catalog."
      : "One of its systems was deleted from the catalog.",
    status: resolved ? "resolved" : null,
    visibility: "internal",
    author: authorOf(ctx),
    at,
  })
  const after = await incidents.read(ctx, id)
  if (resolved) await ctx.emit(incidentResolved, newsOf(after, update))
  ctx.signal("incident.incident")
  ctx.audit({
    thing: { type: "incident.incident", id, name: after.title },
    before: auditView(before),
    after: auditView(after),
  })
}
