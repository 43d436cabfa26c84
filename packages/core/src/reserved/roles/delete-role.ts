import { implement } from "../../access/implement.ts"
import { rolesContract } from "../../contract/platform/roles.ts"
import { ForbiddenError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandRole } from "./get-role.ts"
import { removeRole } from "./role-store.ts"

export const deleteRole = implement(rolesContract.deleteRole, async (ctx, { id }) => {
  const before = await demandRole(ctx, id)
  if (before.builtIn)
    throw new ForbiddenError(
      `The role ${before.name} comes with every installation and cannot be deleted. Take it from people instead.`,
    )
  await removeRole(ctx.tx, id)
  ctx.audit({ before })
  ctx.signal("platform.person")
  ctx.signal("platform.application")
  forgetPrincipal(ctx, "all")
  return {}
})
