import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { removeApplication } from "./application-store.ts"
import { demandApplication } from "./get-application.ts"

export const deleteApplication = implement(applicationsContract.deleteApplication, async (ctx, { id }) => {
  const before = await demandApplication(ctx, id)
  await removeApplication(ctx.tx, id)
  ctx.audit({ before })
  ctx.signal("platform.role")
  ctx.signal("platform.team")
  forgetPrincipal(ctx, `application:${id}`)
  return {}
})
