import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { openIncidentsOf } from "./incident-store.ts"
import { presentIncidents } from "./present-incident.ts"

export const openForSystem = implement(incidentContract.openForSystem, async (ctx, { systemId }) => ({
  incidents: await presentIncidents(ctx, await openIncidentsOf(ctx, systemId, 100)),
}))
