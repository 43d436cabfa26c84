import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { endSessionsOf } from "../../identity/session/session-store.ts"
import { demandManageable } from "./demand-manageable.ts"

export const signOutPerson = implement(peopleContract.signOutPerson, async (ctx, { id }) => {
  const { name } = await demandManageable(ctx, id)
  const ended = await endSessionsOf(ctx.tx, id)
  ctx.audit({
    thing: { id, name },
    note: `Ended ${ended === 1 ? "1 session" : `${ended} sessions`} of ${quoteName(name)}.`,
  })
  ctx.signal("platform.oauth")
  forgetPrincipal(ctx, `user:${id}`)
  return { ended }
})
