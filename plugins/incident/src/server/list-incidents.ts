import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { affectsSystem, incidentReach } from "./incident-reach.ts"
import { listIncidents as listRows } from "./incident-store.ts"
import { presentIncidents } from "./present-incident.ts"

export const listIncidents = implement(incidentContract.list, async (ctx, input) => {
  const affects = input.systemId ? affectsSystem(ctx, input.systemId) : undefined
  const page = await listRows(ctx.tx, input, input, incidentReach(ctx), affects)
  return { ...page, items: await presentIncidents(ctx, page.items) }
})
