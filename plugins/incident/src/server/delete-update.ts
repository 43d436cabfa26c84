import { implement, type Tx } from "@countersign/core/server"
import { type IncidentUpdate, incidentContract } from "../contract.ts"
import { authorOf } from "./author.ts"
import { goneUpdate } from "./edit-update.ts"
import { type IncidentRecord, incidents } from "./incident-store.ts"
import { insertRevision } from "./revision-store.ts"
import { findUpdate, removeUpdate } from "./update-store.ts"

export const deleteUpdate = implement(incidentContract.deleteUpdate, async (ctx, { id, updateId }) => {
  const incident = await incidents.hold(ctx, id)
  const before = await readUpdate(ctx.tx, incident, updateId)
  if (!(await removeUpdate(ctx.tx, id, updateId))) throw goneUpdate()
  const at = await ctx.now()

  await insertRevision(ctx.tx, {
    incidentId: id,
    updateId: null,
    kind: "updateDeleted",
    visibility: before.visibility === "internal" ? "internal" : "signedIn",
    author: authorOf(ctx),
    at,
    changes: {},
  })
  await incidents.touch(ctx.tx, id, at)
  ctx.audit({ thing: { id, name: incident.title }, before: { update: before }, after: null })
  return { id, updateId }
})

export async function readUpdate(tx: Tx, { id }: IncidentRecord, updateId: string): Promise<IncidentUpdate> {
  const update = await findUpdate(tx, id, updateId)
  if (!update) throw goneUpdate()
  return update
}
