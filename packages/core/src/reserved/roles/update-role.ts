import { implement } from "../../access/implement.ts"
import { rolesContract } from "../../contract/platform/roles.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError, databaseError, ForbiddenError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandHeld, demandKnownRules } from "./demand-held.ts"
import { demandRole } from "./get-role.ts"
import { changeRole } from "./role-store.ts"

export const updateRole = implement(rolesContract.updateRole, async (ctx, { id, version, ...change }) => {
  const before = await demandRole(ctx, id)
  if (!before.editable)
    throw new ForbiddenError(`The role ${before.name} holds every permission and cannot be changed. Make another role.`)
  const { name = before.name, description = before.description, rules = before.rules } = change
  demandKnownRules(ctx, rules, before.rules)
  demandHeld(
    ctx,
    rules.filter((rule) => !before.rules.includes(rule)),
  )

  if (!(await changeOrExplain()))
    throw new ConflictError(
      `The role ${quoteName(before.name)} was changed meanwhile. Look at it again before changing it.`,
      await demandRole(ctx, id),
    )
  const after = await demandRole(ctx, id)
  ctx.audit({ before, after })
  forgetPrincipal(ctx, "all")
  return after

  async function changeOrExplain(): Promise<boolean> {
    try {
      return await changeRole(ctx.tx, id, version, { name, description, rules })
    } catch (error) {
      if (databaseError(error)?.constraint !== "role_by_name") throw error
      throw new ConflictError(`Another role is called ${quoteName(name)}. Choose another name.`)
    }
  }
})
