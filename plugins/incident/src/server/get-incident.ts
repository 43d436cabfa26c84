import { type Ctx, implement } from "@countersign/core/server"
import { type IncidentDetail, incidentContract } from "../contract.ts"
import { type FoundIncident, incidents } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"
import { presentIncident } from "./present-incident.ts"

export const getIncident = implement(incidentContract.get, async (ctx, { id }) =>
  presentDetail(ctx, await incidents.read(ctx, id)),
)

export async function presentDetail(ctx: Ctx, found: FoundIncident): Promise<IncidentDetail> {
  return {
    ...(await presentIncident(ctx, found)),
    ...(await incidentTimeline.detail(ctx, found)),
    postmortem: found.postmortem,
    mayChange: found.inherited.mayChange,
  }
}
