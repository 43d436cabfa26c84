import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { type Role, rolesContract } from "../../contract/platform/roles.ts"
import { NotFoundError } from "../../errors.ts"
import { findRole } from "./role-store.ts"

export const getRole = implement(rolesContract.getRole, async (ctx, { id }) => demandRole(ctx, id))

export async function demandRole(ctx: Ctx, id: string): Promise<Role> {
  const role = await findRole(ctx.tx, id)
  if (!role) throw new NotFoundError(`No role has the id ${id}. List them with platform.listRoles.`)
  return role
}
