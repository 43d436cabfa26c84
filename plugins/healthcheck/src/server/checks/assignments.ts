import { catalogContract } from "@countersign/catalog/contract"
import type { Named } from "@countersign/core/contract"
import { type Ctx, ForbiddenError, holds, InvalidInputError } from "@countersign/core/server"
import { checkAccess } from "../../contract/access.ts"
import { type AssignmentDraft, checks } from "./check-store.ts"

/**
 * Refuses systems that the caller does not see or may not work on, and environments that a system does not run in. One that
 * the check has already stays, whatever its system became meanwhile.
 */
export async function demandAssignments(
  ctx: Ctx,
  drafts: readonly AssignmentDraft[],
  before: readonly AssignmentDraft[] = [],
): Promise<Named[]> {
  const ids = drafts.map(({ systemId }) => systemId)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at)
  if (twice >= 0) refuse(`assignments.${twice}.systemId`, "This system stands here twice. Name it once.")
  const known = new Map(before.map((one) => [one.systemId, one.environmentIds ?? []]))
  const systems = await checks.demandParents(
    ctx,
    ids.filter((id) => !known.has(id)),
  )
  const runsIn = await environmentsOf(
    ctx,
    drafts.filter(({ environmentIds }) => environmentIds?.length).map(({ systemId }) => systemId),
  )
  for (const [at, { systemId, environmentIds }] of drafts.entries()) {
    const possible = new Set([...(runsIn.get(systemId) ?? []).map(({ id }) => id), ...(known.get(systemId) ?? [])])
    if (environmentIds?.some((id) => !possible.has(id)))
      refuse(
        `assignments.${at}.environmentIds`,
        "The system does not run in one of these environments. Choose from those of the system.",
      )
  }
  return systems
}

/** Without a system there is no grant to go by: it takes the rule. */
export function demandRule({ principal }: Ctx): void {
  if (holds(principal, checkAccess.manage)) return
  throw new ForbiddenError(
    `${principal.name} may only make checks of systems: one without takes the permission ${checkAccess.manage.id}. Name a system, or ask an administrator.`,
  )
}

/** Which environments systems run in, as far as the caller sees the systems. */
export async function environmentsOf(ctx: Ctx, systemIds: readonly string[]): Promise<Map<string, readonly Named[]>> {
  const wanted = [...new Set(systemIds)]
  const found = new Map<string, readonly Named[]>()
  for (let from = 0; from < wanted.length; from += MOST_PER_CALL) {
    const some = wanted.slice(from, from + MOST_PER_CALL)
    const { items } = await ctx.call(catalogContract.listSystems, { systemIds: some, limit: MOST_PER_CALL })
    for (const { id, environments } of items) found.set(id, environments)
  }
  return found
}

// What the catalog takes in one call.
const MOST_PER_CALL = 200

function refuse(path: string, message: string): never {
  throw new InvalidInputError(message, [{ path, message }])
}
