import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { incidents } from "./incident-store.ts"

export const resolveMany = implement(incidentContract.resolveMany, async (ctx, { ids, note, visibility }) => ({
  results: await incidents.inBulk(ctx, ids, (id) => ctx.call(incidentContract.resolve, { id, note, visibility })),
}))
