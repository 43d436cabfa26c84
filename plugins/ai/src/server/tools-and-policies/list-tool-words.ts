import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** Also for tools that the reader may not use: what a colleague's assistant did is told in words, too. */
export const listToolWords = implement(aiContract.listToolWords, async (ctx) => ({
  tools: ctx.runtime.tools.tools.map(({ name, words }) => ({ name, words: words ?? "Used a tool" })),
}))
