import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { markDisabled } from "./application-store.ts"
import { demandApplication } from "./get-application.ts"

export const disableApplication = implement(applicationsContract.disableApplication, async (ctx, { id }) => {
  const before = await demandApplication(ctx, id)
  if (!(await markDisabled(ctx.tx, id, true))) return before
  const after = await demandApplication(ctx, id)
  ctx.audit({ before, after })
  forgetPrincipal(ctx, `application:${id}`)
  return after
})
