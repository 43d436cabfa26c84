import { type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { incidentContract, incidentUpdated } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { type FoundIncident, type IncidentFields, incidents } from "./incident-store.ts"
import { auditView, presentDetail, presentIncident } from "./present-incident.ts"
import { reportOverride } from "./report-override.ts"
import { insertRevision } from "./revision-store.ts"
import type { RecordedChanges, RecordedValue } from "./tables.ts"

export const updateIncident = implement(incidentContract.update, async (ctx, input) => {
  const { id, version, systemIds, ...fields } = input
  const before = await incidents.hold(ctx, id)
  await checkChanges(ctx, before, { ...fields, systemIds })
  const at = await ctx.now()

  if (!(await incidents.change(ctx.tx, id, fields, { at, version })))
    throw incidents.stale(before, version, await presentDetail(ctx, before))
  if (systemIds) await incidents.setParents(ctx.tx, id, systemIds)
  const changes = differences(before, fields, systemIds)
  if (Object.keys(changes).length > 0)
    await insertRevision(ctx.tx, {
      incidentId: id,
      updateId: null,
      kind: "incidentEdited",
      visibility: "signedIn",
      author: authorOf(ctx),
      at,
      changes,
    })
  const after = await incidents.read(ctx, id)
  await reportOverride(ctx, before, after)
  await ctx.emit(incidentUpdated, newsOf(after, null))
  ctx.audit(
    before.postmortem === after.postmortem
      ? { before: auditView(before), after: auditView(after) }
      : {
          before: { ...auditView(before), postmortem: before.postmortem },
          after: { ...auditView(after), postmortem: after.postmortem },
        },
  )
  return presentIncident(ctx, after)
})

/** Refuses a change of nothing, and systems the caller may not add. */
export async function checkChanges(
  ctx: Ctx,
  before: FoundIncident,
  changes: IncidentFields & { systemIds?: string[] | undefined },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined))
    throw new InvalidInputError("Name at least one field to change.", [{ path: "", message: "Nothing would change." }])
  const added = changes.systemIds?.filter((systemId) => !before.systemIds.includes(systemId)) ?? []
  await incidents.demandParents(ctx, added)
}

function differences(before: FoundIncident, fields: IncidentFields, systemIds: string[] | undefined): RecordedChanges {
  const was: Record<string, RecordedValue> = { ...before, systems: before.systemIds } as never
  const given = { ...fields, systems: systemIds && [...systemIds].sort() }
  const changed = Object.entries(given).filter(
    ([field, after]) => after !== undefined && String(was[field]) !== String(after),
  )
  return Object.fromEntries(changed.map(([field, after]) => [field, { before: was[field], after }])) as RecordedChanges
}
