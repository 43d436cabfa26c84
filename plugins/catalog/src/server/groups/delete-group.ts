import type { Named } from "@countersign/core/contract"
import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, consequencesElsewhere, implement } from "@countersign/core/server"
import { catalogContract, type Deletion, type Group, groupAccess, groupDeleted } from "../../contract.ts"
import { describeContainerDeletion } from "../deletion.ts"
import { groupNotFound } from "../refusals.ts"
import { visibleSystems } from "../systems/visible-systems.ts"
import { findGroup, deleteGroup as removeGroup } from "./group-store.ts"
import { memberNames, touchMembers } from "./membership-store.ts"

export const deleteGroup = implement(catalogContract.deleteGroup, async (ctx, { groupId, version }) => {
  const { group: before, deletion } = await planGroupDeletion(ctx, groupId)
  await touchMembers(ctx.tx, "group", [groupId], await ctx.now())
  if (!(await removeGroup(ctx.tx, groupId, version))) {
    const current = await findGroup(ctx.tx, groupId)
    if (!current) throw groupNotFound(groupId)
    throw new ConflictError(
      `The group ${quoteName(current.name)} was changed since you read it, so it was not deleted. Look at it again first.`,
      current,
    )
  }
  ctx.audit({ before, note: deletion.consequences.map((one) => one.sentence).join(" ") || undefined })
  await ctx.emit(groupDeleted, { groupId, name: before.name })
  ctx.signal("catalog.system")
  return deletion
})

export const previewDeleteGroup = implement(catalogContract.previewDeleteGroup, async (ctx, { groupId }) => {
  return (await planGroupDeletion(ctx, groupId)).deletion
})

/** What deleting a group means to this caller: systems they may not see are not named. */
export async function planGroupDeletion(
  ctx: Ctx,
  groupId: string,
): Promise<{ group: Group; members: Named[]; deletion: Deletion }> {
  const group = await findGroup(ctx.tx, groupId)
  if (!group) throw groupNotFound(groupId)
  const members = await memberNames(ctx.tx, "group", groupId, visibleSystems(ctx))
  const deletion = describeContainerDeletion(group, "group", members)
  const elsewhere = await consequencesElsewhere(ctx, groupAccess.manage.resource, groupId)
  if (elsewhere.length > 0)
    deletion.consequences.push({ what: "elsewhere", count: elsewhere.length, names: [], sentence: elsewhere.join(" ") })
  return { group, members, deletion }
}
