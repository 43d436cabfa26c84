import {
  countProposals as count,
  describeProposal as describe,
  describeStanding,
  listProposals as list,
  sweepProposals as sweep,
} from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"
import { bareCaller } from "./bare-caller.ts"

export const describeProposal = implement(aiContract.describeProposal, (ctx, { proposalId }) =>
  describe(ctx, proposalId),
)

export const checkProposal = implement(aiContract.checkProposal, async (ctx, { proposalId }) => ({
  stale: await describeStanding(ctx, proposalId),
}))

export const listProposals = implement(aiContract.listProposals, (ctx, input) => list(ctx, input))

export const countProposals = implement(aiContract.countProposals, (ctx) => count(ctx))

export const sweepProposals = implement(aiContract.sweepProposals, (ctx) => sweep(bareCaller(ctx)))
