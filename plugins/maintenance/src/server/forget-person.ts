import { implement } from "@countersign/core/server"
import { maintenanceContract } from "../contract.ts"
import { dropFeed } from "./feed.ts"

export const forgetPerson = implement(maintenanceContract.forgetPerson, async (ctx, input) => {
  if (await dropFeed(ctx, input.personId))
    ctx.audit({ thing: { type: "maintenance.feed", id: input.personId, name: input.name }, after: null })
  return ctx.call(maintenanceContract.erasePerson, input)
})
