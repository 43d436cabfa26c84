import { quoteName } from "@countersign/core/contract"
import { ConflictError, type Ctx, implement } from "@countersign/core/server"
import { MOST_SYSTEMS, TOO_MANY_SYSTEMS } from "../../contract/check.ts"
import { healthcheckContract } from "../../contract.ts"
import { demandAssignments, demandRule } from "./assignments.ts"
import { type AssignmentDraft, checks, type FoundCheck, writeAssignments } from "./check-store.ts"
import { conclude } from "./conclude.ts"
import { recordRevision } from "./revisions.ts"

export const assignCheck = implement(healthcheckContract.assign, async (ctx, { id, ...added }) => {
  const before = await checks.hold(ctx, id)
  return putAssignments(ctx, before, await planAssign(ctx, before, added))
})

export const unassignCheck = implement(healthcheckContract.unassign, async (ctx, { id, systemId }) => {
  const before = await checks.hold(ctx, id)
  return putAssignments(ctx, before, planUnassign(ctx, before, systemId))
})

/** The systems it would be for, with one more. For the verb and for its card. */
export async function planAssign(
  ctx: Ctx,
  { name, assignments }: FoundCheck,
  added: Pick<AssignmentDraft, "systemId" | "environmentIds">,
): Promise<AssignmentDraft[]> {
  const { systemId } = added
  if (assignments.some((one) => one.systemId === systemId))
    throw new ConflictError(
      `${quoteName(name)} runs for this system already. To change in which environments, change the check.`,
    )
  if (assignments.length >= MOST_SYSTEMS)
    throw new ConflictError(
      `${quoteName(name)} runs for ${assignments.length} systems. ${TOO_MANY_SYSTEMS} Make another one for this system.`,
    )
  const all = [...assignments, { statusRule: null, ...added }]
  await demandAssignments(ctx, all, assignments)
  return all
}

/** The systems it would still be for. */
export function planUnassign(ctx: Ctx, { name, assignments }: FoundCheck, systemId: string): AssignmentDraft[] {
  const left = assignments.filter((one) => one.systemId !== systemId)
  if (left.length === assignments.length)
    throw new ConflictError(`${quoteName(name)} does not run for this system. Read it again.`)
  if (left.length === 0) demandRule(ctx)
  return left
}

async function putAssignments(ctx: Ctx, before: FoundCheck, assignments: readonly AssignmentDraft[]) {
  const at = await ctx.now()
  await writeAssignments(ctx.tx, before.id, assignments)
  await checks.change(ctx.tx, before.id, {}, { at })
  await recordRevision(ctx, before, await checks.read(ctx, before.id), at)
  return conclude(ctx, before.id, before)
}
