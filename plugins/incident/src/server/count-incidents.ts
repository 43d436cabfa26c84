import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { countOpen } from "./incident-store.ts"

export const countIncidents = implement(incidentContract.counts, async (ctx) => {
  const counts = await countOpen(ctx)
  return { open: counts.minor + counts.major + counts.critical, ...counts }
})
