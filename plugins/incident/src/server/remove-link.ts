import { implement, NotFoundError, type Tx } from "@countersign/core/server"
import { type IncidentLink, incidentContract } from "../contract.ts"
import { type IncidentRecord, incidents } from "./incident-store.ts"
import { deleteLink, listLinks } from "./link-store.ts"

export const removeLink = implement(incidentContract.removeLink, async (ctx, { id, linkId }) => {
  const incident = await incidents.hold(ctx, id)
  const link = await deleteLink(ctx.tx, id, linkId)
  if (!link) throw goneLink()
  await incidents.touch(ctx.tx, id, await ctx.now())
  ctx.audit({ thing: { id, name: incident.title }, before: { link }, after: null })
  return { id, linkId }
})

export async function readLink(tx: Tx, { id }: IncidentRecord, linkId: string): Promise<IncidentLink> {
  const link = (await listLinks(tx, id)).find((one) => one.id === linkId)
  if (!link) throw goneLink()
  return link
}

function goneLink(): NotFoundError {
  return new NotFoundError("This incident has no such link; somebody may have removed it. Read the incident again.")
}
