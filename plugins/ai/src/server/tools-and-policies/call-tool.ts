import { invokeTool, noteUndo } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { bareCaller } from "../proposals/bare-caller.ts"

/** Plain HTTP has no conversation, so it is always in approve mode. */
export const callTool = implement(aiContract.callTool, async (ctx, { toolName, input }) => {
  const outcome = await invokeTool({ caller: bareCaller(ctx), mode: "approve" }, { toolName, input })
  if (outcome.status === "executed")
    return { status: outcome.status, toolCallId: outcome.toolCallId, result: outcome.result }
  if (outcome.status === "awaiting_signature") return outcome
  throw new Error("Approve mode applied something by itself.")
})

export const proposeTool = implement(aiContract.proposeTool, async (ctx, { toolName, input, replaces, undoes }) => {
  const caller = bareCaller(ctx)
  const outcome = await invokeTool(
    { caller, mode: "approve" },
    { toolName, input, alwaysPropose: true, ...(replaces ? { replaces } : {}) },
  )
  if (outcome.status === "awaiting_signature") {
    if (undoes) await noteUndo(caller, outcome.proposalId, { undoes, input })
    return outcome
  }
  throw new Error("A proposal was asked for and something else happened.")
})
