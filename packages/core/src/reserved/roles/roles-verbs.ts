import { createRole } from "./create-role.ts"
import { deleteRole } from "./delete-role.ts"
import { getRole } from "./get-role.ts"
import { listRoles } from "./list-roles.ts"
import { listRules } from "./list-rules.ts"
import { updateRole } from "./update-role.ts"

export const rolesVerbs = {
  listRoles,
  getRole,
  listRules,
  createRole,
  updateRole,
  deleteRole,
}
