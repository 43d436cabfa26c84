import { implement } from "@countersign/core/server"
import { greeted, helloContract, salutation } from "../contract.ts"
import { addGreeting } from "./greeting-store.ts"
import { PLAIN } from "./salutations.ts"

export const greet = implement(helloContract.greet, async (ctx, { to, salutation: way = PLAIN }) => {
  const words = ctx.kinds.demand(salutation, way).begin(to)
  const after = await addGreeting(ctx.tx, { to, from: ctx.principal.name, words })
  await ctx.emit(greeted, after)
  ctx.audit({ after })
  return after
})
