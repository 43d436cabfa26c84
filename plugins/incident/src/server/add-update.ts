import { quoteName } from "@countersign/core/contract"
import { ConflictError, implement } from "@countersign/core/server"
import { type IncidentStatus, incidentContract, incidentResolved, incidentUpdated } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { type IncidentRecord, incidents, moveTo } from "./incident-store.ts"
import { reportOverride } from "./report-override.ts"
import { insertUpdate } from "./update-store.ts"

export const addUpdate = implement(incidentContract.addUpdate, async (ctx, { id, message, status, visibility }) => {
  const before = await incidents.hold(ctx, id)
  demandNews(before, message, status)
  const at = await ctx.now()
  const moved = status !== undefined && (await moveTo(ctx.tx, id, status, at))
  if (!moved) await incidents.touch(ctx.tx, id, at)

  const update = await insertUpdate(ctx.tx, {
    incidentId: id,
    message,
    status: moved ? status : null,
    visibility,
    author: authorOf(ctx),
    at,
  })
  const after = await incidents.read(ctx, id)
  await reportOverride(ctx, before, after)
  const resolved = moved && status === "resolved"
  await ctx.emit(resolved ? incidentResolved : incidentUpdated, newsOf(after, update))
  ctx.audit({
    thing: { id, name: after.title },
    before: { status: before.status },
    after: { status: after.status, update },
  })
  return update
})

/** An update without a text has to bring another status. */
export function demandNews(incident: IncidentRecord, message: string, status: IncidentStatus | undefined): void {
  if (message === "" && (status === undefined || status === incident.status))
    throw new ConflictError(
      `${quoteName(incident.title)} has the status ${incident.status} already. Write what there is to say about it.`,
    )
}
