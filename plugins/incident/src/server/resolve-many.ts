import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { inBulk } from "./in-bulk.ts"

export const resolveMany = implement(incidentContract.resolveMany, async (ctx, { ids, note, visibility }) => ({
  results: await inBulk(ctx, ids, (id) => ctx.call(incidentContract.resolve, { id, note, visibility })),
}))
