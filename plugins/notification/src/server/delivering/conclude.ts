import { ConflictError, endClaim, implement } from "@countersign/core/server"
import { notificationContract } from "../../contract.ts"
import { countAttempt, endDelivery, insertAttempt, isNewsOfChannel } from "./delivery-store.ts"
import { nextWaitMs } from "./retry.ts"

/** In one transaction with the end of the claim: what was sent is sent once, unless the server died before it could say so. */
export const conclude = implement(notificationContract.conclude, async (ctx, { id, lease, ...outcome }) => {
  const attempts = await countAttempt(ctx.tx, id)
  const waitMs = outcome.outcome === "later" ? nextWaitMs(attempts, outcome.retryAfterSeconds) : null
  const nextAt = waitMs === null ? null : new Date((await ctx.now()).getTime() + waitMs)
  if (!(await endClaim(ctx.tx, "notification.delivery", { id, lease }, nextAt)))
    throw new ConflictError(`The message ${id} is another's to send by now.`)
  const isNews = await isNewsOfChannel(ctx.tx, id, outcome.outcome)
  await insertAttempt(ctx.tx, id, outcome)
  if (nextAt === null) await endDelivery(ctx.tx, id, outcome.outcome === "sent" ? "sent" : "failed")
  ctx.signal("notification.message")
  if (isNews) ctx.signal("notification.channel")
  return {}
})
