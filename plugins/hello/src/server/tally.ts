import { implement } from "@countersign/core/server"
import { helloContract } from "../contract.ts"
import { countGreetings } from "./greeting-store.ts"

export const tally = implement(helloContract.tally, (ctx) => countGreetings(ctx.tx))
