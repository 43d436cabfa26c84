import { type Ctx, implement } from "@countersign/core/server"
import { incidentContract, incidentResolved } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { holdIncident, readIncident } from "./incident-reach.ts"
import { bumpIncident, markResolved } from "./incident-store.ts"
import { auditView } from "./present-incident.ts"
import { incidentIdsOfSystem, removeSystem } from "./system-store.ts"
import { insertUpdate } from "./update-store.ts"

/** Runs after a system was deleted, maybe more than once: what is forgotten already is not found again. */
export const forgetSystem = implement(incidentContract.forgetSystem, async (ctx, { systemId }) => {
  const ids = await incidentIdsOfSystem(ctx.tx, systemId)
  for (const id of ids) await forgetIn(ctx, id, systemId)
  return { incidents: ids.length }
})

async function forgetIn(ctx: Ctx, id: string, systemId: string): Promise<void> {
  const before = await holdIncident(ctx, id)
  await removeSystem(ctx.tx, id, systemId)
  const at = await ctx.now()
  const last = before.systemIds.length === 1
  const resolved = last && (await markResolved(ctx.tx, id, at))
  if (!resolved) await bumpIncident(ctx.tx, id, at)
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
  const after = await readIncident(ctx, id)
  if (resolved) await ctx.emit(incidentResolved, newsOf(after, update))
  ctx.signal("incident.incident")
  ctx.audit({
    thing: { type: "incident.incident", id, name: after.title },
    before: auditView(before),
    after: auditView(after),
  })
}
