import { implement } from "@countersign/core/server"
import { incidentContract, incidentDeleted } from "../contract.ts"
import { auditView, tellOf } from "./conclude.ts"
import { incidents } from "./incident-store.ts"
import { reportOverride } from "./report-override.ts"

export const deleteIncident = implement(incidentContract.delete, async (ctx, { id }) => {
  const before = await incidents.hold(ctx, id)
  await reportOverride(ctx, before, null)
  await incidents.remove(ctx.tx, id)
  await tellOf(ctx, incidentDeleted, before, null)
  ctx.audit({ before: auditView(before) })
  return { id }
})

export const deleteMany = implement(incidentContract.deleteMany, async (ctx, { ids }) => ({
  results: await incidents.inBulk(ctx, ids, (id) => ctx.call(incidentContract.delete, { id })),
}))
