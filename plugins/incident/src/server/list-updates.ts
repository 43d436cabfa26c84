import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { incidents } from "./incident-store.ts"
import { visibleTo } from "./present-incident.ts"
import { listUpdates as listRows } from "./update-store.ts"

export const listUpdates = implement(incidentContract.listUpdates, async (ctx, { id, ...request }) => {
  const incident = await incidents.read(ctx, id)
  return listRows(ctx.tx, id, visibleTo(ctx, incident), request)
})
