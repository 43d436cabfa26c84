import { removeOld } from "../../access/idempotency-store.ts"
import { implement } from "../../access/implement.ts"
import { idempotencyContract } from "../../contract/platform/idempotency.ts"

export const sweepIdempotency = implement(idempotencyContract.sweepIdempotency, async (ctx) => {
  const removed = await removeOld(ctx.tx)
  if (removed > 0) ctx.audit({ note: `Removed ${removed} remembered answers of changes.` })
  return { removed }
})
