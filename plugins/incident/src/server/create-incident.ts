import { authorOf, implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { conclude } from "./conclude.ts"
import { incidents, insertIncident } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"

export const createIncident = implement(incidentContract.create, async (ctx, input) => {
  const { systemIds, message, visibility, ...draft } = input
  await incidents.demandParents(ctx, systemIds)
  const at = await ctx.now()

  const id = await insertIncident(ctx.tx, draft, systemIds, authorOf(ctx), at)
  const first = { message: message ?? "", status: draft.status, visibility, at }
  return conclude(ctx, id, null, message ? await incidentTimeline.post(ctx, id, first) : null)
})
