import { quoteName } from "@countersign/core/contract"
import { ConflictError, implement } from "@countersign/core/server"
import { catalogContract } from "../../contract.ts"
import { demandFreeName } from "../free-name.ts"
import { groupNotFound } from "../refusals.ts"
import { findGroup, insertGroup, updateGroup as writeGroup } from "./group-store.ts"

export const createGroup = implement(catalogContract.createGroup, async (ctx, input) => {
  await demandFreeName(ctx.tx, "group", input.name)
  const id = await insertGroup(ctx.tx, input, await ctx.now())
  const after = await findGroup(ctx.tx, id)
  if (!after) throw groupNotFound(id)
  ctx.audit({ after })
  return after
})

export const updateGroup = implement(catalogContract.updateGroup, async (ctx, input) => {
  const { groupId, version, ...changes } = input
  const before = await findGroup(ctx.tx, groupId)
  if (!before) throw groupNotFound(groupId)
  await demandFreeName(ctx.tx, "group", changes.name, groupId)
  const written = await writeGroup(ctx.tx, { id: groupId, version }, changes, await ctx.now())
  const after = await findGroup(ctx.tx, groupId)
  if (!after) throw groupNotFound(groupId)
  if (!written)
    throw new ConflictError(
      `The group ${quoteName(after.name)} was changed by somebody else since you read it. Read it again before changing it.`,
      after,
    )
  ctx.audit({ before, after })
  return after
})
