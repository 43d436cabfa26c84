import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { affectsSystem, incidentReach } from "./incident-reach.ts"
import { listIncidents } from "./incident-store.ts"
import { presentIncidents } from "./present-incident.ts"

/** Empty for a system that is gone or out of reach: the two are not told apart. */
export const openForSystem = implement(incidentContract.openForSystem, async (ctx, { systemId }) => {
  const worstFirst = { sort: "severity", direction: "desc", limit: 100 } as const
  const affects = affectsSystem(ctx, systemId)
  const page = await listIncidents(ctx.tx, worstFirst, { state: "open" }, incidentReach(ctx), affects)
  return { incidents: await presentIncidents(ctx, page.items) }
})
