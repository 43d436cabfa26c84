import { implement } from "@countersign/core/server"
import { helloContract } from "../contract.ts"
import { addGreeting } from "./greeting-store.ts"

export const greet = implement(helloContract.greet, async (ctx, { to }) => {
  const after = await addGreeting(ctx.tx, { to, from: ctx.principal.name })
  ctx.audit({ after })
  return after
})
