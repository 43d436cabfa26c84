import { implement, inputWords, NotFoundError, resolveTools } from "@countersign/core/server"
import { aiContract } from "../contract.ts"

/** For whoever changes a proposal before it is signed. */
export const describeToolInput = implement(aiContract.describeToolInput, async (ctx, { toolName }) => {
  const tool = resolveTools(ctx.runtime.tools, ctx.principal).find(({ name }) => name === toolName)
  if (!tool) throw new NotFoundError("There is no such tool, or it is not yours to use.")
  return { fields: inputWords(tool) }
})
