import { ConflictError, implement } from "@countersign/core/server"
import { catalogContract, systemDeleted } from "../contract.ts"
import { describeSystemDeletion } from "./deletion.ts"
import { systemNotFound } from "./refusals.ts"
import { forgetSharing } from "./sharing-store.ts"
import { findSystem, deleteSystem as removeSystem } from "./system-store.ts"

export const deleteSystem = implement(catalogContract.deleteSystem, async (ctx, { systemId, version }) => {
  const before = await findSystem(ctx.tx, systemId)
  if (!before) throw systemNotFound(systemId)
  const deletion = await describeSystemDeletion(ctx.tx, before)
  if (!(await removeSystem(ctx.tx, systemId, version))) {
    const current = await findSystem(ctx.tx, systemId)
    if (!current) throw systemNotFound(systemId)
    throw new ConflictError(
      `"${current.name}" was changed since you read it, so it was not deleted. Look at it again first.`,
      current,
    )
  }
  await forgetSharing(ctx.tx, [systemId])
  ctx.audit({ before, note: deletion.consequences.map((one) => one.sentence).join(" ") || undefined })
  await ctx.emit(systemDeleted, { systemId, name: before.name })
  return deletion
})

export const previewDeleteSystem = implement(catalogContract.previewDeleteSystem, async (ctx, { systemId }) => {
  const system = await findSystem(ctx.tx, systemId)
  if (!system) throw systemNotFound(systemId)
  return describeSystemDeletion(ctx.tx, system)
})
