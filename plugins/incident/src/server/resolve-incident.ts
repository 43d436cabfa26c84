import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, implement } from "@countersign/core/server"
import { incidentContract, incidentResolved } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { type FoundIncident, incidents, moveTo } from "./incident-store.ts"
import { auditView, presentDetail, presentIncident } from "./present-incident.ts"
import { reportOverride } from "./report-override.ts"
import { insertUpdate } from "./update-store.ts"

export const resolveIncident = implement(incidentContract.resolve, async (ctx, { id, note, visibility }) => {
  const before = await incidents.hold(ctx, id)
  const at = await ctx.now()
  if (!(await moveTo(ctx.tx, id, "resolved", at))) throw await alreadyResolved(ctx, before)

  const author = authorOf(ctx)
  const update = await insertUpdate(ctx.tx, {
    incidentId: id,
    message: note,
    status: "resolved",
    visibility,
    author,
    at,
  })
  const after = await incidents.read(ctx, id)
  await reportOverride(ctx, before, after)
  await ctx.emit(incidentResolved, newsOf(after, update))
  ctx.audit({ before: auditView(before), after: { ...auditView(after), update } })
  return presentIncident(ctx, after)
})

export async function demandOpen(ctx: Ctx, incident: FoundIncident): Promise<void> {
  if (incident.status === "resolved") throw await alreadyResolved(ctx, incident)
}

async function alreadyResolved(ctx: Ctx, incident: FoundIncident): Promise<ConflictError> {
  return new ConflictError(
    `${quoteName(incident.title)} is already resolved. Read it again before changing it.`,
    await presentDetail(ctx, incident),
  )
}
