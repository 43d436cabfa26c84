import { quoteName } from "@countersign/core/contract"
import { implement, NotFoundError } from "@countersign/core/server"
import { DOOR, helloContract } from "../contract.ts"
import { greetingsAfter } from "./greeting-store.ts"

export const followGreetings = implement(helloContract.follow, async (ctx, { key, after }) => {
  if (key !== DOOR)
    throw new NotFoundError(`There is no door called ${quoteName(key)}: greetings are left at "${DOOR}".`)
  return { messages: await greetingsAfter(ctx.tx, after) }
})
