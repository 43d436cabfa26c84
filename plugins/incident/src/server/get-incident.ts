import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { incidents } from "./incident-store.ts"
import { presentDetail } from "./present-incident.ts"

export const getIncident = implement(incidentContract.get, async (ctx, { id }) => {
  return presentDetail(ctx, await incidents.read(ctx, id))
})
