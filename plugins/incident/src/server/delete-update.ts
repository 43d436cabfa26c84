import { implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { authorOf } from "./author.ts"
import { goneUpdate } from "./edit-update.ts"
import { holdIncident } from "./incident-reach.ts"
import { touchIncident } from "./incident-store.ts"
import { insertRevision } from "./revision-store.ts"
import { findUpdate, removeUpdate } from "./update-store.ts"

export const deleteUpdate = implement(incidentContract.deleteUpdate, async (ctx, { id, updateId }) => {
  const incident = await holdIncident(ctx, id)
  const before = await findUpdate(ctx.tx, id, updateId)
  if (!before || !(await removeUpdate(ctx.tx, id, updateId))) throw goneUpdate(incident.title)
  const at = ctx.now()

  await insertRevision(ctx.tx, {
    incidentId: id,
    updateId: null,
    kind: "updateDeleted",
    visibility: before.visibility === "internal" ? "internal" : "signedIn",
    author: authorOf(ctx),
    at,
    changes: {},
  })
  await touchIncident(ctx.tx, id, at)
  ctx.audit({ thing: { id, name: incident.title }, before: { update: before }, after: null })
  return { id, updateId }
})
