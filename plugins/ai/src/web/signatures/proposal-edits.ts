import { call, type ProposalEdits } from "@countersign/core/web"
import { aiContract } from "../../contract.ts"
import { PROPOSALS, signaturePath } from "./signature-path.ts"

const edits: ProposalEdits = {
  async read(proposalId) {
    const [{ toolName, input }, { summary, things }] = await Promise.all([
      call(aiContract.readProposalInput, { proposalId }),
      call(aiContract.describeProposal, { proposalId }),
    ])
    return { toolName, input, summary, things }
  },
  propose: ({ toolName, input, replaces }) =>
    call(aiContract.proposeTool, { toolName, input: input as Record<string, unknown>, replaces }),
  pathOf: signaturePath,
  resources: PROPOSALS,
}
export default edits
