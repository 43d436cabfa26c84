import { implement } from "@countersign/core/server"
import { helloContract } from "../contract.ts"
import { latestGreetings } from "./greeting-store.ts"

export const listGreetings = implement(helloContract.list, async (ctx) => {
  return { greetings: await latestGreetings(ctx.tx) }
})
