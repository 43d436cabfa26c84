import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { auditView } from "./conclude.ts"
import { deleteIncident as deleteRow, incidents } from "./incident-store.ts"
import { reportOverride } from "./report-override.ts"

export const deleteIncident = implement(incidentContract.delete, async (ctx, { id }) => {
  const before = await incidents.hold(ctx, id)
  await reportOverride(ctx, before, null)
  await deleteRow(ctx.tx, id)
  ctx.audit({ before: auditView(before) })
  return { id }
})

export const deleteMany = implement(incidentContract.deleteMany, async (ctx, { ids }) => ({
  results: await incidents.inBulk(ctx, ids, (id) => ctx.call(incidentContract.delete, { id })),
}))
