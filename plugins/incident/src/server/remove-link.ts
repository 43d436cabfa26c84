import { implement, NotFoundError } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { holdIncident } from "./incident-reach.ts"
import { touchIncident } from "./incident-store.ts"
import { deleteLink } from "./link-store.ts"

export const removeLink = implement(incidentContract.removeLink, async (ctx, { id, linkId }) => {
  const incident = await holdIncident(ctx, id)
  const link = await deleteLink(ctx.tx, id, linkId)
  if (!link)
    throw new NotFoundError(
      `"${incident.title}" has no such link; somebody may have removed it. Read the incident again.`,
    )
  await touchIncident(ctx.tx, id, ctx.now())
  ctx.audit({ thing: { id, name: incident.title }, before: { link }, after: null })
  return { id, linkId }
})
