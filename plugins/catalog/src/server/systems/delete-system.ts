import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, consequencesElsewhere, forgetThings, implement } from "@countersign/core/server"
import { catalogContract, type Deletion, type System, systemAccess, systemDeleted } from "../../contract.ts"
import { describeSystemDeletion } from "../deletion.ts"
import { systemNotFound } from "../refusals.ts"
import { findSystem, deleteSystem as removeSystem } from "./system-store.ts"

export const deleteSystem = implement(catalogContract.deleteSystem, async (ctx, { systemId, version }) => {
  const { system: before, deletion } = await planSystemDeletion(ctx, systemId)
  if (!(await removeSystem(ctx.tx, systemId, version))) {
    const current = await findSystem(ctx.tx, systemId)
    if (!current) throw systemNotFound(systemId)
    throw new ConflictError(
      `${quoteName(current.name)} was changed since you read it, so it was not deleted. Look at it again first.`,
      current,
    )
  }
  await forgetThings(ctx, systemAccess.manage.resource, [systemId])
  ctx.audit({ before, note: deletion.consequences.map((one) => one.sentence).join(" ") || undefined })
  const wasPrivate = deletion.consequences.some(({ what }) => what === "privacy")
  await ctx.emit(systemDeleted, { systemId, name: before.name, wasPrivate })
  return deletion
})

export const previewDeleteSystem = implement(catalogContract.previewDeleteSystem, async (ctx, { systemId }) => {
  return (await planSystemDeletion(ctx, systemId)).deletion
})

export async function planSystemDeletion(ctx: Ctx, systemId: string): Promise<{ system: System; deletion: Deletion }> {
  const system = await findSystem(ctx.tx, systemId)
  if (!system) throw systemNotFound(systemId)
  const deletion = await describeSystemDeletion(ctx.tx, system)
  const elsewhere = await consequencesElsewhere(ctx, systemAccess.manage.resource, systemId)
  if (elsewhere.length > 0)
    deletion.consequences.push({
      what: "elsewhere",
      count: elsewhere.length,
      names: [],
      sentence: elsewhere.join(" "),
    })
  return { system, deletion }
}
