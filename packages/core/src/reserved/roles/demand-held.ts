import type { Ctx } from "../../access/ctx.ts"
import { ForbiddenError, InvalidInputError } from "../../errors.ts"
import { holds } from "../../identity/principal/principal.ts"
import { ADMINISTRATOR, rolesWithRules } from "./role-store.ts"

/**
 * Nobody hands on more than they hold: otherwise the right to edit roles, people or applications would be
 * every right there is, by a detour.
 */
export function demandHeld(ctx: Ctx, ruleIds: Iterable<string>): void {
  const missing = [...ctx.runtime.registry.expand(ruleIds)].filter((id) => !holds(ctx.principal, id)).sort()
  if (missing.length === 0) return
  const which = missing.includes("*") ? "every permission" : missing.join(" and ")
  throw new ForbiddenError(
    `${ctx.principal.name} cannot hand on ${which} without holding it. An administrator can do this.`,
  )
}

/** Rules somebody typed or chose: each must exist, unless it was there before (its plugin may be switched off). */
export function demandKnownRules(ctx: Ctx, ruleIds: readonly string[], before: readonly string[] = []): void {
  const known = ctx.runtime.registry.rules
  const index = ruleIds.findIndex((id) => !known.has(id) && !before.includes(id))
  if (index === -1) return
  const id = ruleIds[index]
  const message =
    id === "*"
      ? `Only the ${ADMINISTRATOR} role holds every permission. Choose the permissions one by one.`
      : `There is no permission ${id}. List them with platform.listRules.`
  throw new InvalidInputError(message, [{ path: `rules.${index}`, message }])
}

/** The given roles exist, and those newly given hold nothing that the giver lacks. */
export async function demandGivableRoles(
  ctx: Ctx,
  roleIds: readonly string[],
  before: readonly string[] = [],
): Promise<void> {
  const roles = await rolesWithRules(ctx.tx, roleIds)
  const known = new Set(roles.map((role) => role.id))
  const index = roleIds.findIndex((id) => !known.has(id))
  if (index !== -1) {
    const message = `No role has the id ${roleIds[index]}. List them with platform.listRoles.`
    throw new InvalidInputError(message, [{ path: `roles.${index}`, message }])
  }
  demandHeld(
    ctx,
    roles.filter((role) => !before.includes(role.id)).flatMap((role) => role.rules),
  )
}
