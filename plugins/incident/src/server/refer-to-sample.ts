import { implement } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { incidentContract } from "../contract.ts"
import { incidents } from "./incident-store.ts"

/** Incidents that people opened on sample systems: those systems stay when the sample goes, so that nothing is resolved. */
export const referToSample = implement(incidentContract.referToSample, async (ctx, { resource, ids }) => {
  if (resource !== "catalog.system") return { references: [] }
  return { references: await incidents.references(ctx.tx, ids, sql`NOT incident.sample`) }
})
