import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { readIncident } from "./incident-reach.ts"
import { presentDetail } from "./present-incident.ts"

export const getIncident = implement(incidentContract.get, async (ctx, { id }) => {
  return presentDetail(ctx, await readIncident(ctx, id))
})
