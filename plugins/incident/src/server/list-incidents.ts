import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { listIncidents as listRows } from "./incident-store.ts"
import { presentIncidents } from "./present-incident.ts"

export const listIncidents = implement(incidentContract.list, async (ctx, input) => {
  const page = await listRows(ctx, input, input)
  return { ...page, items: await presentIncidents(ctx, page.items) }
})
