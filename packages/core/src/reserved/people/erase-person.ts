import type { Ctx } from "../../access/ctx.ts"
import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { ForbiddenError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { servicePrincipal } from "../../identity/principal/principal.ts"
import { demandAnotherAdministrator, demandManageable } from "./demand-manageable.ts"
import { readPerson } from "./get-person.ts"
import { erasePersonalData, type PersonRecord } from "./person-store.ts"

export const erasePerson = implement(peopleContract.erasePerson, async (ctx, { id }) => {
  const person = await demandManageable(ctx, id)
  if (id === ctx.principal.id)
    throw new ForbiddenError("You cannot erase yourself. Ask another administrator to do it.")
  await erase(ctx, person)
  return readPerson(ctx, id)
})

/**
 * Goes: name, address, picture, preferences, when they were last here, password, sessions, passkeys, second factor,
 * links, roles, team memberships, and what each plugin keeps about them.
 *
 * Stays: the id with a pseudonym, so that what they did remains one person's doing, and the rows of the audit log
 * as they were written, with the name they bore then. That log is append-only and sealed: changing a row would
 * break the seal, and who did what is exactly what it must be able to answer. This row and all later ones carry
 * the pseudonym only.
 */
export async function erase(ctx: Ctx, person: PersonRecord): Promise<void> {
  await demandAnotherAdministrator(ctx, person)
  const pseudonym = `Former person ${person.id.slice(0, 8)}`
  const platform = { ...ctx, principal: servicePrincipal("platform") }
  for (const plugin of ctx.runtime.plugins)
    await plugin.erasePerson?.(platform, { personId: person.id, name: pseudonym } as never)
  await erasePersonalData(ctx.tx, person.id, pseudonym)
  ctx.audit({
    thing: { type: "platform.person", id: person.id, name: pseudonym },
    before: { state: person.state },
    after: { state: "erased" },
  })
  ctx.signal("platform.person")
  ctx.signal("platform.team")
  ctx.signal("platform.role")
  ctx.signal("platform.oauth")
  forgetPrincipal(ctx, `user:${person.id}`)
}
