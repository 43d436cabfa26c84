import { quoteName } from "@countersign/core/contract"
import { ConflictError, implement, type Tx } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { authorOf } from "./author.ts"
import { type IncidentRecord, incidents } from "./incident-store.ts"
import { insertLink, listLinks } from "./link-store.ts"

// They are all read with the incident; beyond this they hide each other.
const MOST_LINKS = 50

export const addLink = implement(incidentContract.addLink, async (ctx, { id, label, url }) => {
  const incident = await incidents.hold(ctx, id)
  await demandRoomForLink(ctx.tx, incident)
  const at = await ctx.now()

  const link = await insertLink(ctx.tx, { incidentId: id, label, url, addedBy: authorOf(ctx), at })
  await incidents.touch(ctx.tx, id, at)
  ctx.audit({ thing: { id, name: incident.title }, before: null, after: { link } })
  return link
})

export async function demandRoomForLink(tx: Tx, { id, title }: IncidentRecord): Promise<void> {
  const links = await listLinks(tx, id)
  if (links.length >= MOST_LINKS)
    throw new ConflictError(`${quoteName(title)} has ${MOST_LINKS} links, which is the most. Remove one first.`)
}
