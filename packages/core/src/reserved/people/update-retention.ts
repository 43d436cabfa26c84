import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { ConflictError } from "../../errors.ts"
import { changeRetention, readRetention } from "./retention-store.ts"

export const updateRetention = implement(
  peopleContract.updateRetention,
  async (ctx, { eraseDisabledAfterDays, version }) => {
    const before = await readRetention(ctx.tx)
    if (!(await changeRetention(ctx.tx, eraseDisabledAfterDays, version)))
      throw new ConflictError(
        "How long disabled people are kept was changed meanwhile. Look at it again before changing it.",
        await readRetention(ctx.tx),
      )
    const after = await readRetention(ctx.tx)
    ctx.audit({ thing: { type: "platform.retention", name: "Retention" }, before, after })
    return after
  },
)
