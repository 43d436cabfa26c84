import { quoteName } from "@countersign/core/contract"
import { ConflictError, implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { conclude } from "./conclude.ts"
import { presentDetail } from "./get-incident.ts"
import { incidents, isResolved, moveTo } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"

export const reopenIncident = implement(incidentContract.reopen, async (ctx, { id, note, status, visibility }) => {
  const before = await incidents.hold(ctx, id)
  const at = await ctx.now()
  if (!(await moveTo(ctx.tx, id, status, at, isResolved)))
    throw new ConflictError(
      `${quoteName(before.title)} is open already. Post an update to give it another status.`,
      await presentDetail(ctx, before),
    )
  return conclude(ctx, id, before, await incidentTimeline.post(ctx, id, { message: note, status, visibility, at }))
})
