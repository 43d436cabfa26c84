import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError, databaseError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandGivableRoles, demandHeld, demandKnownRules } from "../roles/demand-held.ts"
import { replaceRolesOf } from "../roles/role-store.ts"
import { changeApplication } from "./application-store.ts"
import { demandApplication } from "./get-application.ts"

export const updateApplication = implement(
  applicationsContract.updateApplication,
  async (ctx, { id, version, roles, ...change }) => {
    const before = await demandApplication(ctx, id)
    const { name = before.name, description = before.description, rules = before.rules } = change
    demandKnownRules(ctx, rules, before.rules)
    demandHeld(
      ctx,
      rules.filter((rule) => !before.rules.includes(rule)),
    )
    if (roles)
      await demandGivableRoles(
        ctx,
        roles,
        before.roles.map((role) => role.id),
      )
    const changed = await changeApplication(ctx.tx, id, version, { name, description, rules }).catch((error) => {
      if (databaseError(error)?.constraint !== "application_by_name") throw error
      throw new ConflictError(`Another application is called ${quoteName(name)}. Choose another name.`)
    })
    if (!changed)
      throw new ConflictError(
        `The application ${quoteName(before.name)} was changed meanwhile. Look at it again before changing it.`,
        await demandApplication(ctx, id),
      )
    if (roles) await replaceRolesOf(ctx.tx, "application", id, roles)
    const after = await demandApplication(ctx, id)
    ctx.audit({ before, after })
    if (roles) ctx.signal("platform.role")
    forgetPrincipal(ctx, `application:${id}`)
    return after
  },
)
