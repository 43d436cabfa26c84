import { definePlugin, job } from "@countersign/core/server"
import { aiContract, policyAccess, proposalAccess, toolAccess } from "./contract.ts"
import { getSettings, updateSettings } from "./server/ai-settings.ts"
import { callTool, proposeTool } from "./server/call-tool.ts"
import { applyTool, declineTool, reconcileProposal, signProposal } from "./server/decide-proposal.ts"
import { getDoc } from "./server/get-doc.ts"
import { listDocs } from "./server/list-docs.ts"
import { listTools } from "./server/list-tools.ts"
import { listPolicies, removePolicy, setPolicy } from "./server/policies.ts"
import { countProposals, describeProposal, listProposals, sweepProposals } from "./server/read-proposals.ts"
import { searchDocs } from "./server/search-docs.ts"

export const aiPlugin = definePlugin({
  id: "ai",
  contract: aiContract,
  access: [toolAccess, policyAccess, proposalAccess],
  verbs: {
    listDocs,
    searchDocs,
    getDoc,
    listTools,
    listPolicies,
    setPolicy,
    removePolicy,
    getSettings,
    updateSettings,
    callTool,
    proposeTool,
    applyTool,
    declineTool,
    signProposal,
    describeProposal,
    listProposals,
    countProposals,
    reconcileProposal,
    sweepProposals,
  },
  jobs: [job("ai.sweepProposals", sweepProposals, { schedule: "* * * * *" })],
})
