import { implement } from "../../../access/implement.ts"
import { sessionContract } from "../../../contract/platform/session.ts"
import { ConflictError, databaseError, NotFoundError } from "../../../errors.ts"
import { consumeLink } from "../../../identity/one-time-link.ts"
import { findCredential, setEmail } from "../../../identity/person-store.ts"
import { forgetPrincipal } from "../../../identity/principal/forget-principal.ts"
import { endSessionsOf } from "../../../identity/session/session-store.ts"

const GONE = "This link has expired, was used already or was replaced by a newer one. Ask for another under Account."

/** Opened in any browser: the link proves the address, and whose it becomes was settled when it was asked for. */
export const confirmEmailChange = implement(sessionContract.confirmEmailChange, async (ctx, { token }) => {
  const link = await consumeLink(ctx.tx, "email-change", token)
  const person = link?.personId ? await findCredential(ctx.tx, { personId: link.personId }) : null
  if (!link?.email || !person || person.disabled) throw new NotFoundError(GONE)
  const { personId, name } = person
  const { email } = link
  await setEmail(ctx.tx, personId, email).catch((error: unknown) => {
    throw databaseError(error)?.code === "23505"
      ? new ConflictError(`${email} belongs to somebody else here by now. Your address stays as it is.`)
      : error
  })
  const { principal } = ctx
  const here = principal.kind === "user" && principal.id === personId ? principal.sessionId : null
  const ended = await endSessionsOf(ctx.tx, personId, here ?? link.sessionId)
  ctx.audit({
    thing: { type: "platform.person", id: personId, name },
    before: { email: person.email },
    after: { email },
    note: `Confirmed a new address; ${ended} other sessions ended.`,
  })
  ctx.signal("platform.person")
  forgetPrincipal(ctx, `user:${personId}`)
  return { email }
})
