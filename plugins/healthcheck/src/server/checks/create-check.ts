import type { ParsedInputOf } from "@countersign/core/contract"
import { authorOf, type Ctx, ForbiddenError, InvalidInputError, implement } from "@countersign/core/server"
import { notificationContract } from "@countersign/notification/contract"
import { USUAL_RULE } from "../../contract/status-rule.ts"
import { healthcheckContract } from "../../contract.ts"
import { demandAssignments, demandRule } from "./assignments.ts"
import { type AssignmentDraft, type CheckFields, insertCheck, writeAssignments } from "./check-store.ts"
import { conclude } from "./conclude.ts"
import { demandDraft, strategyTitle } from "./judge-draft.ts"
import { storedFields } from "./stored-fields.ts"

export const createCheck = implement(healthcheckContract.create, async (ctx, draft) => addCheck(ctx, draft))

/** The same in the words of whoever proposes a check: for one system. */
export const proposeCheck = implement(healthcheckContract.propose, async (ctx, proposed) =>
  addCheck(ctx, draftOf(proposed)),
)

type NewCheck = ParsedInputOf<typeof healthcheckContract.create>
export type ProposedCheck = ParsedInputOf<typeof healthcheckContract.propose>

export function draftOf({ assignToSystemId: systemId, environmentIds, ...draft }: ProposedCheck): NewCheck {
  const assignments = systemId ? [{ systemId, environmentIds: environmentIds ?? null, statusRule: null }] : []
  return { ...draft, statusRule: USUAL_RULE, assignments }
}

async function addCheck(ctx: Ctx, draft: NewCheck) {
  const { fields, assignments } = await planCheck(ctx, draft)
  const id = await insertCheck(ctx.tx, fields, authorOf(ctx), { at: await ctx.now() })
  await writeAssignments(ctx.tx, id, assignments)
  if (draft.tellMe) {
    const systemIds = assignments.map(({ systemId }) => systemId)
    await ctx.call(notificationContract.subscribe, { systemIds, about: ["status"] })
  }
  return conclude(ctx, id, null)
}

/** What would be stored. Refuses what cannot be, for the verbs and for their card. */
export async function planCheck(
  ctx: Ctx,
  draft: NewCheck,
): Promise<{ fields: CheckFields; assignments: readonly AssignmentDraft[] }> {
  const { name, description, statusRule, assignments, tellMe } = draft
  if (assignments.length === 0) demandRule(ctx)
  await demandAssignments(ctx, assignments)
  if (tellMe) demandTelling(ctx, assignments)
  const configuration = await demandDraft(ctx, draft)
  const title = strategyTitle(ctx, draft.strategyId)
  return { fields: storedFields({ name, description, statusRule }, configuration, title), assignments }
}

function demandTelling({ runtime, principal }: Ctx, assignments: readonly AssignmentDraft[]): void {
  const refuse = (message: string) => {
    throw new InvalidInputError(message, [{ path: "tellMe", message }])
  }
  if (!runtime.plugins.some(({ id }) => id === "notification"))
    refuse("Nobody can be told here: notifications are not installed. Create the check without.")
  if (assignments.length === 0) refuse("Say which system it is for: you are told of systems.")
  if (principal.kind !== "user" && !(principal.kind === "application" && principal.actsFor))
    throw new ForbiddenError(`${principal.name} is no person, so nobody would be told. Create the check without.`)
}
