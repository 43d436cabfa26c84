import { implement } from "@countersign/core/server"
import { DOOR, greeted, greetingLeft, helloContract } from "../contract.ts"
import { addGreeting, numberOf } from "./greeting-store.ts"
import { greetingWords } from "./greeting-words.ts"
import { PLAIN } from "./salutations.ts"

export const greet = implement(helloContract.greet, async (ctx, { to, salutation: way = PLAIN }) => {
  const words = await greetingWords(ctx, to, way)
  // Greetings are numbered in the order in which they are committed.
  await ctx.lock("door")
  const after = await addGreeting(ctx.tx, { to, from: ctx.principal.name, words })
  await ctx.emit(greeted, after)
  ctx.audit({ after })
  ctx.tell(greetingLeft, DOOR, { sequence: await numberOf(ctx.tx, after.id), from: after.from, words })
  return after
})
