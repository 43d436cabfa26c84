import { implement } from "../../access/implement.ts"
import { peopleContract } from "../../contract/platform/people.ts"
import { forgetPrincipal } from "../../identity/principal/forget-principal.ts"
import { demandManageable } from "./demand-manageable.ts"
import { readPerson } from "./get-person.ts"
import { markDisabled } from "./person-store.ts"

export const enablePerson = implement(peopleContract.enablePerson, async (ctx, { id }) => {
  const person = await demandManageable(ctx, id)
  if (await markDisabled(ctx.tx, id, false)) {
    ctx.audit({ thing: { id, name: person.name }, before: { state: "disabled" }, after: { state: "active" } })
    forgetPrincipal(ctx, `user:${id}`)
  }
  return readPerson(ctx, id)
})
