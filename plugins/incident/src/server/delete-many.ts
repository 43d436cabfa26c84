import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { inBulk } from "./in-bulk.ts"

export const deleteMany = implement(incidentContract.deleteMany, async (ctx, { ids }) => ({
  results: await inBulk(ctx, ids, (id) => ctx.call(incidentContract.delete, { id })),
}))
