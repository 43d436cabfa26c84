import { quoteName } from "@countersign/core/contract"
import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { ownIncidentsOf } from "./system-store.ts"

/** Incidents that people opened on sample systems: those systems stay when the sample goes, so that nothing is resolved. */
export const referToSample = implement(incidentContract.referToSample, async (ctx, { resource, ids }) => {
  if (resource !== "catalog.system") return { references: [] }
  const found = await ownIncidentsOf(ctx.tx, ids)
  return { references: found.map(({ systemId, title }) => ({ id: systemId, by: `the incident ${quoteName(title)}` })) }
})
