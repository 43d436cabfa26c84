import { describeCalls as describe, effectsOf } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** Also of tools that the reader may not use: what a colleague's assistant did is told in words, too. */
export const describeCalls = implement(aiContract.describeCalls, async (ctx, { calls }) => ({
  sentences: await describe(ctx, calls),
  effects: effectsOf(ctx, calls),
}))
