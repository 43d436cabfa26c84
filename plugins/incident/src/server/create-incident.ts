import { implement } from "@countersign/core/server"
import { incidentContract, incidentOpened } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { incidents, insertIncident } from "./incident-store.ts"
import { auditView, presentIncident } from "./present-incident.ts"
import { reportOverride } from "./report-override.ts"
import { insertUpdate } from "./update-store.ts"

export const createIncident = implement(incidentContract.create, async (ctx, input) => {
  const { systemIds, message, visibility, ...draft } = input
  await incidents.demandParents(ctx, systemIds)
  const author = authorOf(ctx)
  const at = await ctx.now()

  const id = await insertIncident(ctx.tx, draft, author, at)
  await incidents.setParents(ctx.tx, id, systemIds)
  const update = message
    ? await insertUpdate(ctx.tx, { incidentId: id, message, status: draft.status, visibility, author, at })
    : null
  const after = await incidents.read(ctx, id)
  await reportOverride(ctx, null, after)
  await ctx.emit(incidentOpened, newsOf(after, update))
  ctx.audit({ after: { ...auditView(after), update } })
  return presentIncident(ctx, after)
})
