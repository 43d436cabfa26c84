import { implement } from "@countersign/core/server"
import { healthcheckContract } from "../../contract.ts"
import { checks, renamePerson } from "./check-store.ts"

export const forgetPerson = implement(healthcheckContract.forgetPerson, async (ctx, person) => {
  const ids = await renamePerson(ctx.tx, person)
  if (ids.length > 0) {
    ctx.audit({
      thing: { type: "platform.person", id: person.personId, name: person.name },
      after: { renamed: ids.length },
      wroteOn: [],
    })
    ctx.signal(checks.type, ids)
  }
  return { renamed: ids.length }
})
