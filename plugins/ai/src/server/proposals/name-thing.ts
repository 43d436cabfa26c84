import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { keyOf, seenThings } from "./seen-things.ts"

export const nameThing = implement(aiContract.nameThing, async (ctx, { thing }) => ({
  name: (await seenThings(ctx, [thing])).get(keyOf(thing)) ?? null,
}))
