import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { countOpen, listIncidents as listRows, openIncidentsOf } from "./incident-store.ts"
import { presentIncidents } from "./present-incident.ts"

export const listIncidents = implement(incidentContract.list, async (ctx, input) => {
  const page = await listRows(ctx, input, input)
  return { ...page, items: await presentIncidents(ctx, page.items) }
})

export const openForSystem = implement(incidentContract.openForSystem, async (ctx, { systemId }) => ({
  incidents: await presentIncidents(ctx, await openIncidentsOf(ctx, systemId, 100)),
}))

export const countIncidents = implement(incidentContract.counts, async (ctx) => {
  const counts = await countOpen(ctx)
  return { open: counts.minor + counts.major + counts.critical, ...counts }
})
