import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { conclude } from "./conclude.ts"
import { presentDetail } from "./get-incident.ts"
import { type FoundIncident, incidents, moveTo } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"

export const resolveIncident = implement(incidentContract.resolve, async (ctx, { id, note, visibility }) => {
  const before = await incidents.hold(ctx, id)
  const at = await ctx.now()
  if (!(await moveTo(ctx.tx, id, "resolved", at))) throw await alreadyResolved(ctx, before)
  const last = await incidentTimeline.post(ctx, id, { message: note, status: "resolved", visibility, at })
  return conclude(ctx, id, before, last)
})

export const resolveMany = implement(incidentContract.resolveMany, async (ctx, { ids, note, visibility }) => ({
  results: await incidents.inBulk(ctx, ids, (id) => ctx.call(incidentContract.resolve, { id, note, visibility })),
}))

export async function demandOpen(ctx: Ctx, incident: FoundIncident): Promise<void> {
  if (incident.status === "resolved") throw await alreadyResolved(ctx, incident)
}

async function alreadyResolved(ctx: Ctx, incident: FoundIncident): Promise<ConflictError> {
  return new ConflictError(
    `${quoteName(incident.title)} is already resolved. Read it again before changing it.`,
    await presentDetail(ctx, incident),
  )
}
