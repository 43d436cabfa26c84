import { quoteName } from "@countersign/core/contract"
import { ConflictError, InvalidInputError, implement, NotFoundError } from "@countersign/core/server"
import { incidentContract, incidentUpdated, VISIBILITIES, type Visibility } from "../contract.ts"
import { authorOf } from "./author.ts"
import { newsOf } from "./incident-news.ts"
import { incidents } from "./incident-store.ts"
import { insertRevision } from "./revision-store.ts"
import type { RecordedChanges } from "./tables.ts"
import { correctUpdate, findUpdate } from "./update-store.ts"

export const editUpdate = implement(incidentContract.editUpdate, async (ctx, input) => {
  const { id, updateId, version, message, visibility } = input
  if (message === undefined && visibility === undefined)
    throw new InvalidInputError("Give the update another text or another visibility.")
  const incident = await incidents.hold(ctx, id)
  const before = await findUpdate(ctx.tx, id, updateId)
  if (!before) throw goneUpdate()
  const at = await ctx.now()

  const after = await correctUpdate(ctx.tx, { incidentId: id, updateId, version }, { message, visibility }, at)
  if (!after)
    throw new ConflictError(
      `This update of ${quoteName(incident.title)} was corrected since you read it: you have version ${version}, it is now at ${before.version}. ` +
        "Look at what it says now, then save again.",
      before,
    )
  const changes: RecordedChanges = {}
  if (before.message !== after.message) changes.message = { before: before.message, after: after.message }
  if (before.visibility !== after.visibility)
    changes.visibility = { before: before.visibility, after: after.visibility }
  if (Object.keys(changes).length > 0)
    await insertRevision(ctx.tx, {
      incidentId: id,
      updateId,
      kind: "updateEdited",
      visibility: narrower(before.visibility, after.visibility),
      author: authorOf(ctx),
      at,
      changes,
    })
  await incidents.touch(ctx.tx, id, at)
  await ctx.emit(incidentUpdated, newsOf(incident, after))
  ctx.audit({ thing: { id, name: incident.title }, before: { update: before }, after: { update: after } })
  return after
})

export function goneUpdate(): NotFoundError {
  return new NotFoundError("This incident has no such update; somebody may have deleted it. Read the incident again.")
}

function narrower(one: Visibility, other: Visibility): Visibility {
  return VISIBILITIES[Math.max(VISIBILITIES.indexOf(one), VISIBILITIES.indexOf(other))]!
}
