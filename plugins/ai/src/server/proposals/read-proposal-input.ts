import { readProposalInput as read } from "@countersign/core/assistant"
import { implement } from "@countersign/core/server"
import { aiContract } from "../../contract.ts"

/** For whoever changes a proposal before it is signed. */
export const readProposalInput = implement(aiContract.readProposalInput, (ctx, { proposalId }) => read(ctx, proposalId))
