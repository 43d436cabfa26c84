import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { ForbiddenError } from "../../errors.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandAnotherAdministrator, demandManageable } from "./demand-manageable.ts"
import { readPerson } from "./get-person.ts"
import { markDisabled } from "./person-store.ts"
import { shutOut } from "./shut-out.ts"

export const disablePerson = implement(peopleContract.disablePerson, async (ctx, { id }) => {
  const person = await demandManageable(ctx, id)
  if (person.state === "disabled") return readPerson(ctx, id)
  if (id === ctx.principal.id)
    throw new ForbiddenError("You cannot disable yourself. Ask another administrator to do it.")
  await demandAnotherAdministrator(ctx, person)

  await markDisabled(ctx.tx, id, true)
  await shutOut(ctx.tx, id)
  ctx.audit({ thing: { id, name: person.name }, before: { state: person.state }, after: { state: "disabled" } })
  ctx.signal("platform.oauth")
  forgetPrincipal(ctx, `user:${id}`)
  return readPerson(ctx, id)
})
