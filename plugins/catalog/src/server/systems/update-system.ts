import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, implement, uuids } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { catalogContract, type System } from "../../contract.ts"
import { replaceMemberships } from "../groups/membership-store.ts"
import { systemNotFound } from "../refusals.ts"
import { endReports } from "../status/take-reports.ts"
import { announceChange } from "./announce-change.ts"
import { checkSystemDraft, type SystemDraft } from "./system-draft.ts"
import { findSystem, updateSystem as writeSystem } from "./system-store.ts"

export const updateSystem = implement(catalogContract.updateSystem, async (ctx, input) => {
  const { systemId, version, ...changes } = input
  return changeSystem(ctx, { systemId, version }, changes)
})

export const setSystemEnvironments = implement(catalogContract.setSystemEnvironments, async (ctx, input) => {
  const { systemId, version, environmentIds } = input
  return changeSystem(ctx, { systemId, version }, { environmentIds })
})

async function changeSystem(
  ctx: Ctx,
  { systemId, version }: { systemId: string; version: number },
  changes: Partial<SystemDraft>,
): Promise<System> {
  const { groupIds, environmentIds, ...fields } = changes
  const before = await findSystem(ctx.tx, systemId)
  if (!before) throw systemNotFound(systemId)
  await checkSystemDraft(ctx.tx, changes, systemId)
  if (!(await writeSystem(ctx.tx, { id: systemId, version }, fields, await ctx.now()))) {
    const current = await findSystem(ctx.tx, systemId)
    if (!current) throw systemNotFound(systemId)
    throw new ConflictError(
      `${quoteName(current.name)} was changed by somebody else since you read it. Read it again before changing it.`,
      current,
    )
  }
  if (groupIds) await replaceMemberships(ctx.tx, "group", systemId, groupIds)
  if (environmentIds) await runIn(ctx, systemId, environmentIds)
  const after = await findSystem(ctx.tx, systemId)
  if (!after) throw systemNotFound(systemId)
  ctx.audit({ before, after })
  await announceChange(ctx, before, after)
  return after
}

/** Makes these the environments a system runs in; what was reported of the others ends. */
export async function runIn(ctx: Ctx, systemId: string, environmentIds: readonly string[]): Promise<void> {
  await endReports(ctx, sql`r.system_id = ${systemId}::uuid AND r.environment_id <> ALL(${uuids(environmentIds)})`)
  await replaceMemberships(ctx.tx, "environment", systemId, environmentIds)
}
