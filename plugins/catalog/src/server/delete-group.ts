import { ConflictError, implement } from "@countersign/core/server"
import { catalogContract } from "../contract.ts"
import { describeContainerDeletion } from "./deletion.ts"
import { findGroup, deleteGroup as removeGroup } from "./group-store.ts"
import { memberNames } from "./membership-store.ts"
import { groupNotFound } from "./refusals.ts"
import { visibleSystems } from "./visible-systems.ts"

export const deleteGroup = implement(catalogContract.deleteGroup, async (ctx, { groupId, version }) => {
  const before = await findGroup(ctx.tx, groupId)
  if (!before) throw groupNotFound(groupId)
  const members = await memberNames(ctx.tx, "group", groupId, visibleSystems(ctx))
  if (!(await removeGroup(ctx.tx, groupId, version))) {
    const current = await findGroup(ctx.tx, groupId)
    if (!current) throw groupNotFound(groupId)
    throw new ConflictError(
      `The group "${current.name}" was changed since you read it, so it was not deleted. Look at it again first.`,
      current,
    )
  }
  const deletion = describeContainerDeletion(before, "group", members)
  ctx.audit({ before, note: deletion.consequences[0]?.sentence })
  ctx.signal("catalog.system")
  return deletion
})

export const previewDeleteGroup = implement(catalogContract.previewDeleteGroup, async (ctx, { groupId }) => {
  const group = await findGroup(ctx.tx, groupId)
  if (!group) throw groupNotFound(groupId)
  return describeContainerDeletion(group, "group", await memberNames(ctx.tx, "group", groupId, visibleSystems(ctx)))
})
