import { implement } from "@countersign/core/server"
import { catalogContract, systemCreated } from "../../contract.ts"
import { addMemberships } from "../groups/membership-store.ts"
import { systemNotFound } from "../refusals.ts"
import { checkSystemDraft } from "./system-draft.ts"
import { findSystem, insertSystems } from "./system-store.ts"

export const createSystem = implement(catalogContract.createSystem, async (ctx, input) => {
  const { groupIds, environmentIds, ...fields } = input
  await checkSystemDraft(ctx.tx, input)
  const [systemId = ""] = await insertSystems(ctx.tx, [fields], await ctx.now())
  await addMemberships(ctx.tx, "group", pairs(groupIds, systemId))
  await addMemberships(ctx.tx, "environment", pairs(environmentIds, systemId))
  const after = await findSystem(ctx.tx, systemId)
  if (!after) throw systemNotFound(systemId)
  ctx.audit({ after })
  await ctx.emit(systemCreated, { systemId, name: after.name })
  return after
})

function pairs(ids: readonly string[], systemId: string): { id: string; systemId: string }[] {
  return ids.map((id) => ({ id, systemId }))
}
