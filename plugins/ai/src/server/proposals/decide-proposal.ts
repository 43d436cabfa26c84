import {
  applyBySignature,
  applyWithToken,
  declineBySignature,
  declineWithToken,
  describeProposal,
  reconcile,
  renewBySignature,
} from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { bareCaller } from "./bare-caller.ts"

export const applyTool = implement(aiContract.applyTool, async (ctx, { token }) => {
  return applyWithToken(bareCaller(ctx), token)
})

export const declineTool = implement(aiContract.declineTool, async (ctx, { token, reason }) => {
  return { proposalId: await declineWithToken(bareCaller(ctx), token, reason) }
})

export const signProposal = implement(aiContract.signProposal, async (ctx, { proposalId, kind, reason }) => {
  const caller = bareCaller(ctx)
  // First of all: what is told of one that was decided, or waits for somebody else, names what it is about.
  await describeProposal(ctx, proposalId)
  const result = kind === "apply" ? (await applyBySignature(caller, proposalId)).result : null
  if (kind === "decline") await declineBySignature(caller, proposalId, reason)
  return { proposal: await describeProposal(ctx, proposalId), result }
})

export const renewProposal = implement(aiContract.renewProposal, async (ctx, { proposalId }) => {
  return { proposal: await describeProposal(ctx, await renewBySignature(bareCaller(ctx), proposalId)) }
})

export const reconcileProposal = implement(aiContract.reconcileProposal, async (ctx, { proposalId, outcome, note }) => {
  await describeProposal(ctx, proposalId)
  await reconcile(bareCaller(ctx), proposalId, outcome, note)
  return describeProposal(ctx, proposalId)
})
