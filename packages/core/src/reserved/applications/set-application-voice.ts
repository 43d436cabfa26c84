import { implement } from "../../access/implement.ts"
import { applicationsContract } from "../../contract/platform/applications.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError } from "../../errors.ts"
import { putVoice } from "./application-store.ts"
import { demandApplication } from "./get-application.ts"

export const setApplicationVoice = implement(
  applicationsContract.setApplicationVoice,
  async (ctx, { id, version, speaksForTeam }) => {
    const before = await demandApplication(ctx, id)
    if (!(await putVoice(ctx.tx, id, version, speaksForTeam)))
      throw new ConflictError(
        `The application ${quoteName(before.name)} was changed meanwhile. Look at it again before changing it.`,
        await demandApplication(ctx, id),
      )
    const after = await demandApplication(ctx, id)
    ctx.audit({ before, after })
    return after
  },
)
