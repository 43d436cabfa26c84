import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { putConfirm } from "./application-store.ts"
import { demandApplication } from "./get-application.ts"

export const setApplicationConfirm = implement(
  applicationsContract.setApplicationConfirm,
  async (ctx, { id, version, confirm }) => {
    const before = await demandApplication(ctx, id)
    if (!(await putConfirm(ctx.tx, id, version, confirm)))
      throw new ConflictError(
        `The application ${quoteName(before.name)} was changed meanwhile. Look at it again before changing it.`,
        await demandApplication(ctx, id),
      )
    const after = await demandApplication(ctx, id)
    ctx.audit({ before, after })
    forgetPrincipal(ctx, `application:${id}`)
    return after
  },
)
