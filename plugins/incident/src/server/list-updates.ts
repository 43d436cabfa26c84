import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { readIncident, visibleTo } from "./incident-reach.ts"
import { listUpdates as listRows } from "./update-store.ts"

export const listUpdates = implement(incidentContract.listUpdates, async (ctx, { id, ...request }) => {
  const incident = await readIncident(ctx, id)
  return listRows(ctx.tx, id, visibleTo(ctx, incident), request)
})
