import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { incidents } from "./incident-store.ts"

export const deleteMany = implement(incidentContract.deleteMany, async (ctx, { ids }) => ({
  results: await incidents.inBulk(ctx, ids, (id) => ctx.call(incidentContract.delete, { id })),
}))
