import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError } from "../../errors.ts"
import { demandGivableRoles, demandHeld, demandKnownRules } from "../roles/demand-held.ts"
import { replaceRolesOf } from "../roles/role-store.ts"
import { addApplication } from "./application-store.ts"
import { issueKey } from "./issue-key.ts"

export const createApplication = implement(
  applicationsContract.createApplication,
  async (ctx, { name, description, roles, rules, expiresAt }) => {
    demandKnownRules(ctx, rules)
    demandHeld(ctx, rules)
    await demandGivableRoles(ctx, roles)
    const createdBy = ctx.principal.kind === "service" ? null : ctx.principal.id
    const id = await addApplication(ctx.tx, { name, description, rules, createdBy })
    if (!id) throw new ConflictError(`Another application is called ${quoteName(name)}. Choose another name.`)
    await replaceRolesOf(ctx.tx, "application", id, roles)
    const { application, key } = await issueKey(ctx, id, expiresAt)
    ctx.audit({ after: application })
    return { application, key }
  },
)
