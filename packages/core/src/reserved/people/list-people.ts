import { implement } from "../../access/implement.ts"
import { peopleContract, personAccess } from "../../contract/platform/people.ts"
import { holds } from "../../identity/principal/principal.ts"
import { pageOfPeople } from "./person-store.ts"

export const listPeople = implement(peopleContract.listPeople, async (ctx, request) => {
  const manages = holds(ctx.principal, personAccess.manage)
  const { items, ...marks } = await pageOfPeople(ctx.tx, request)
  // Who has no second factor is worth knowing to an attacker: only those who manage people are told.
  return { ...marks, items: items.map((person) => ({ ...person, secondFactor: manages ? person.totp : null })) }
})
