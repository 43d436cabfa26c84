import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { quoteName } from "../../contract/text/quote-name.ts"
import { ConflictError } from "../../errors.ts"
import { baseUrl, oneTimeUrl } from "../../identity/base-url.ts"
import { resetLink } from "../../identity/one-time-link.ts"
import { demandMayActFor } from "./demand-manageable.ts"
import { giverOf } from "./giver-of.ts"

export const createResetLink = implement(peopleContract.createResetLink, async (ctx, { id }) => {
  const person = await demandMayActFor(ctx, id)
  if (person.state === "disabled")
    throw new ConflictError(`${person.name} is disabled, so a new password would not let them in. Enable them first.`)
  const { token, expiresAt } = await resetLink(ctx.tx, { personId: id, createdBy: giverOf(ctx.principal) })
  ctx.audit({
    thing: { id, name: person.name },
    note: `Made a link with which ${quoteName(person.name)} sets a new password.`,
  })
  return { link: oneTimeUrl(baseUrl(ctx), "password-reset", token), expiresAt: expiresAt.toISOString() }
})
