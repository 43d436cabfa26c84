import { implement } from "../../access/implement.ts"
import { rolesContract } from "../../contract/platform/roles.ts"
import { pageOfRoles } from "./role-store.ts"

export const listRoles = implement(rolesContract.listRoles, async (ctx, request) => pageOfRoles(ctx.tx, request))
