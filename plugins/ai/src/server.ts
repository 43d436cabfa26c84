import { definePlugin, job } from "@countersign/core/server"
import reminder from "../migrations/0001-reminder.ts"
import { aiContract, chatAccess, policyAccess, proposalAccess, toolAccess } from "./contract.ts"
import { getSettings, updateSettings } from "./server/ai-settings.ts"
import { callTool, proposeTool } from "./server/call-tool.ts"
import { applyTool, declineTool, reconcileProposal, signProposal } from "./server/decide-proposal.ts"
import { erasePerson } from "./server/erase-person.ts"
import { getDoc } from "./server/get-doc.ts"
import { listDocs } from "./server/list-docs.ts"
import { listTools } from "./server/list-tools.ts"
import { mailReminder } from "./server/mail-reminder.ts"
import { guideResources } from "./server/mcp-resources.ts"
import { listPolicies, removePolicy, setPolicy } from "./server/policies.ts"
import { probeUrl } from "./server/probe-url.ts"
import { countProposals, describeProposal, listProposals, sweepProposals } from "./server/read-proposals.ts"
import { remindSigners } from "./server/remind-signers.ts"
import { searchDocs } from "./server/search-docs.ts"
import { getDocTool } from "./server/tools/get-doc-tool.ts"
import { listDocsTool } from "./server/tools/list-docs-tool.ts"
import { probeUrlTool } from "./server/tools/probe-url-tool.ts"
import { searchDocsTool } from "./server/tools/search-docs-tool.ts"

export const aiPlugin = definePlugin({
  id: "ai",
  contract: aiContract,
  access: [chatAccess, toolAccess, policyAccess, proposalAccess],
  migrations: [reminder],
  verbs: {
    listDocs,
    searchDocs,
    getDoc,
    probeUrl,
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
    erasePerson,
    remindSigners,
    mailReminder,
  },
  erasePerson,
  mcpResources: guideResources,
  tools: [listDocsTool, searchDocsTool, getDocTool, probeUrlTool],
  jobs: [
    job("ai.sweepProposals", sweepProposals, { schedule: "* * * * *" }),
    job("ai.remindSigners", remindSigners, { schedule: "* * * * *" }),
    job("ai.mailReminder", mailReminder),
  ],
})
