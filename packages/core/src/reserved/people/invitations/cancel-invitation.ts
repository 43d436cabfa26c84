import { implement } from "../../../access/implement.ts"
import { peopleContract } from "../../../contract/platform/people.ts"
import { NotFoundError } from "../../../errors.ts"
import { withdrawLink } from "../../../identity/one-time-link.ts"
import { findInvitation } from "./invitation-store.ts"

export const cancelInvitation = implement(peopleContract.cancelInvitation, async (ctx, { id }) => {
  const before = await findInvitation(ctx.tx, id)
  if (!before || !(await withdrawLink(ctx.tx, "invitation", id)))
    throw new NotFoundError(`No open invitation has the id ${id}: it was accepted or withdrawn.`)
  ctx.audit({ thing: { type: "platform.invitation", id, name: before.email }, before })
  return {}
})
