import { randomUUID } from "node:crypto"
import { implement } from "../../access/implement.ts"
import { rolesContract } from "../../contract/platform/roles.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError } from "../../errors.ts"
import { demandHeld, demandKnownRules } from "./demand-held.ts"
import { demandRole } from "./get-role.ts"
import { addRole } from "./role-store.ts"

export const createRole = implement(rolesContract.createRole, async (ctx, { name, description, rules }) => {
  demandKnownRules(ctx, rules)
  demandHeld(ctx, rules)
  const id = randomUUID()
  if (!(await addRole(ctx.tx, { id, name, description, rules })))
    throw new ConflictError(`Another role is called ${quoteName(name)}. Choose another name.`)
  const after = await demandRole(ctx, id)
  ctx.audit({ after })
  return after
})
