import { quoteName } from "@countersign/core/contract"
import { ConflictError, implement } from "@countersign/core/server"
import { incidentContract, incidentUpdated } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { incidents, isResolved, moveTo } from "./incident-store.ts"
import { auditView, presentDetail, presentIncident } from "./present-incident.ts"
import { reportOverride } from "./report-override.ts"
import { insertUpdate } from "./update-store.ts"

export const reopenIncident = implement(incidentContract.reopen, async (ctx, { id, note, status, visibility }) => {
  const before = await incidents.hold(ctx, id)
  const at = await ctx.now()
  if (!(await moveTo(ctx.tx, id, status, at, isResolved)))
    throw new ConflictError(
      `${quoteName(before.title)} is open already. Post an update to give it another status.`,
      await presentDetail(ctx, before),
    )

  const update = await insertUpdate(ctx.tx, {
    incidentId: id,
    message: note,
    status,
    visibility,
    author: authorOf(ctx),
    at,
  })
  const after = await incidents.read(ctx, id)
  await reportOverride(ctx, before, after)
  await ctx.emit(incidentUpdated, newsOf(after, update))
  ctx.audit({ before: auditView(before), after: { ...auditView(after), update } })
  return presentIncident(ctx, after)
})
