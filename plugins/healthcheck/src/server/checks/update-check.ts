import type { ParsedInputOf } from "@countersign/core/contract"
import { type Ctx, InvalidInputError, implement } from "@countersign/core/server"
import { healthcheckContract } from "../../contract.ts"
import { ofChecks, rescheduleTargets } from "../engine/schedule-store.ts"
import { demandAssignments, demandRule } from "./assignments.ts"
import {
  type AssignmentDraft,
  type CheckFields,
  checks,
  type FoundCheck,
  writeAssignments,
  writeCheck,
} from "./check-store.ts"
import { conclude } from "./conclude.ts"
import { demandDraft, isSame, strategyTitle } from "./judge-draft.ts"
import { presentCheck } from "./present-check.ts"
import { recordRevision } from "./revisions.ts"
import { storedFields } from "./stored-fields.ts"

export const updateCheck = implement(healthcheckContract.update, async (ctx, { id, version, ...changes }) => {
  const before = await checks.hold(ctx, id)
  if (before.version !== version) throw checks.stale(before, version, await presentCheck(ctx, before))
  const { fields, assignments } = await planUpdate(ctx, before, changes)
  const at = await ctx.now()
  await writeCheck(ctx.tx, id, fields, at)
  if (assignments) await writeAssignments(ctx.tx, id, assignments)
  // So that what was changed shows at once.
  if (runsOtherwise(before, fields)) await rescheduleTargets(ctx.tx, ofChecks([id]))
  await recordRevision(ctx, before, await checks.read(ctx, id), at)
  return conclude(ctx, id, before)
})

export type Changes = Omit<ParsedInputOf<typeof healthcheckContract.update>, "id" | "version">

export interface PlannedUpdate {
  fields: CheckFields
  assignments: AssignmentDraft[] | undefined
}

/** What a check would become. The whole is judged, for the verb and for its card. */
export async function planUpdate(ctx: Ctx, before: FoundCheck, changes: Changes): Promise<PlannedUpdate> {
  if (Object.values(changes).every((value) => value === undefined))
    throw new InvalidInputError("Name at least one field to change.")
  const { assignments } = changes
  if (assignments) await demandAssignments(ctx, assignments, before.assignments)
  if (assignments?.length === 0) demandRule(ctx)
  const { name, description, statusRule, ...draft } = { ...before, ...given(changes) }
  const configuration = await demandDraft(ctx, draft, before)
  const fields = storedFields({ name, description, statusRule }, configuration, strategyTitle(ctx, draft.strategyId))
  return { fields, assignments }
}

const RUN_BY = ["strategyId", "config", "collectors", "intervalSeconds", "timeoutSeconds", "retries"] as const

function runsOtherwise(before: CheckFields, after: CheckFields): boolean {
  return RUN_BY.some((field) => !isSame(before[field], after[field]))
}

function given<Fields extends object>(changes: Fields) {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [Field in keyof Fields]?: NonNullable<Fields[Field]>
  }
}
