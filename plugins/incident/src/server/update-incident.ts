import { type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { incidentContract } from "../contract.ts"
import { conclude } from "./conclude.ts"
import { presentDetail } from "./get-incident.ts"
import { type FoundIncident, type IncidentFields, incidents } from "./incident-store.ts"
import { incidentTimeline } from "./incident-timeline.ts"

export const updateIncident = implement(incidentContract.update, async (ctx, input) => {
  const { id, version, systemIds, ...fields } = input
  const before = await incidents.hold(ctx, id)
  await checkChanges(ctx, before, { ...fields, systemIds })
  const at = await ctx.now()

  if (!(await incidents.change(ctx.tx, id, fields, { at, version })))
    throw incidents.stale(before, version, await presentDetail(ctx, before))
  if (systemIds) await incidents.setParents(ctx.tx, id, systemIds)
  const was = { ...before, systems: before.systemIds }
  await incidentTimeline.recordEdit(ctx, id, at, was, { ...fields, systems: systemIds })
  return conclude(ctx, id, before)
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
