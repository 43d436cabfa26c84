import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { sampleIncidentIds } from "./incident-store.ts"

export const removeSample = implement(incidentContract.removeSample, async (ctx) => {
  const ids = await sampleIncidentIds(ctx.tx)
  for (const id of ids) await ctx.call(incidentContract.delete, { id })
  return { removed: ids.length }
})
