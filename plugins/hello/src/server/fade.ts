import { ConflictError, implement } from "@countersign/core/server"
import { helloContract } from "../contract.ts"
import { dropGreeting } from "./greeting-store.ts"

export const fade = implement(helloContract.fade, async (ctx, claim) => {
  const before = await dropGreeting(ctx.tx, claim)
  if (!before) throw new ConflictError(`The greeting ${claim.id} is another's to forget by now.`)
  ctx.audit({ before, after: null })
  return {}
})
