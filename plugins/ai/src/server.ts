import { definePlugin, job } from "@countersign/core/server"
import reminder from "../migrations/0001-reminder.ts"
import memoryAndSkills from "../migrations/0002-memory-and-skills.ts"
import skillSkeletons from "../migrations/0003-skill-skeletons.ts"
import { aiAssistant } from "./assistant.ts"
import {
  aiContract,
  auditAccess,
  chatAccess,
  connectionAccess,
  memoryAccess,
  policyAccess,
  proposalAccess,
  skillAccess,
  toolAccess,
} from "./contract.ts"
import { askOperator } from "./server/ask/ask-operator.ts"
import { createConnection } from "./server/connections/create-connection.ts"
import { deleteConnection } from "./server/connections/delete-connection.ts"
import { listChatConnections } from "./server/connections/list-chat-connections.ts"
import { listDrivers } from "./server/connections/list-drivers.ts"
import { listModels, previewModels } from "./server/connections/list-models.ts"
import { getConnection, listConnections } from "./server/connections/read-connections.ts"
import { refreshModelPrices, refreshModelPricesJob } from "./server/connections/refresh-model-prices.ts"
import { clearDefault, listDefaults, setDefault } from "./server/connections/scope-defaults.ts"
import { testConnection } from "./server/connections/test-connection.ts"
import { updateConnection } from "./server/connections/update-connection.ts"
import {
  archiveConversation,
  createConversation,
  deleteConversation,
  getConversation,
  listConversations,
  listSuggestions,
  stopTurn,
  updateConversation,
} from "./server/conversations/conversations.ts"
import { deleteArchivedConversations } from "./server/conversations/delete-archived-conversations.ts"
import { getDoc } from "./server/docs/get-doc.ts"
import { listDocs } from "./server/docs/list-docs.ts"
import { guideResources } from "./server/docs/mcp-resources.ts"
import { searchDocs } from "./server/docs/search-docs.ts"
import { erasePerson } from "./server/erase-person.ts"
import { deleteMemory, shareMemory, updateMemory } from "./server/memory/change-memory.ts"
import { listMemory, recallMemory, searchMemory } from "./server/memory/read-memory.ts"
import { saveMemory } from "./server/memory/save-memory.ts"
import { probeUrl } from "./server/probe/probe-url.ts"
import {
  applyTool,
  declineTool,
  reconcileProposal,
  renewProposal,
  signProposal,
} from "./server/proposals/decide-proposal.ts"
import { nameThing } from "./server/proposals/name-thing.ts"
import { readProposalInput } from "./server/proposals/read-proposal-input.ts"
import {
  checkProposal,
  countProposals,
  describeProposal,
  listProposals,
  sweepProposals,
} from "./server/proposals/read-proposals.ts"
import { seenConnections, seenSkills } from "./server/proposals/seen-names.ts"
import { mailReminder, mailReminderJob } from "./server/reminders/mail-reminder.ts"
import { remindSigners } from "./server/reminders/remind-signers.ts"
import { createSkill, deleteSkill, shareSkill, updateSkill } from "./server/skills/change-skills.ts"
import { skillPrompts } from "./server/skills/mcp-prompts.ts"
import { getSkill, listSkills } from "./server/skills/read-skills.ts"
import { askOperatorTool } from "./server/tools/ask-operator-tool.ts"
import { deleteMemoryTool } from "./server/tools/delete-memory-tool.ts"
import { getDocTool } from "./server/tools/get-doc-tool.ts"
import { listDocsTool } from "./server/tools/list-docs-tool.ts"
import { probeUrlTool } from "./server/tools/probe-url-tool.ts"
import { saveMemoryTool } from "./server/tools/save-memory-tool.ts"
import { searchDocsTool } from "./server/tools/search-docs-tool.ts"
import { searchMemoryTool } from "./server/tools/search-memory-tool.ts"
import { shareMemoryTool } from "./server/tools/share-memory-tool.ts"
import { showPage } from "./server/tools/show-page.ts"
import { getSettings, updateSettings } from "./server/tools-and-policies/ai-settings.ts"
import { callTool, proposeTool } from "./server/tools-and-policies/call-tool.ts"
import { describeCalls } from "./server/tools-and-policies/describe-calls.ts"
import { listTools } from "./server/tools-and-policies/list-tools.ts"
import { listPolicies, removePolicy, setPolicy } from "./server/tools-and-policies/policies.ts"
import { sweepSpend } from "./server/usage/sweep-spend.ts"
import { usage } from "./server/usage/usage.ts"

export const aiPlugin = definePlugin({
  id: "ai",
  contract: aiContract,
  access: [
    connectionAccess,
    auditAccess,
    chatAccess,
    toolAccess,
    policyAccess,
    proposalAccess,
    memoryAccess,
    skillAccess,
  ],
  migrations: [reminder, memoryAndSkills, skillSkeletons],
  verbs: {
    listDrivers,
    listConnections,
    getConnection,
    createConnection,
    updateConnection,
    deleteConnection,
    testConnection,
    listModels,
    previewModels,
    listDefaults,
    setDefault,
    clearDefault,
    listChatConnections,
    refreshModelPrices,
    usage,
    sweepSpend,
    deleteArchivedConversations,
    listConversations,
    createConversation,
    getConversation,
    updateConversation,
    archiveConversation,
    deleteConversation,
    listSuggestions,
    nameThing,
    stopTurn,
    listDocs,
    searchDocs,
    getDoc,
    probeUrl,
    listTools,
    describeCalls,
    listPolicies,
    setPolicy,
    removePolicy,
    getSettings,
    updateSettings,
    callTool,
    proposeTool,
    readProposalInput,
    applyTool,
    declineTool,
    signProposal,
    checkProposal,
    renewProposal,
    describeProposal,
    listProposals,
    countProposals,
    reconcileProposal,
    sweepProposals,
    erasePerson,
    remindSigners,
    mailReminder,
    listMemory,
    searchMemory,
    recallMemory,
    saveMemory,
    updateMemory,
    deleteMemory,
    shareMemory,
    listSkills,
    getSkill,
    createSkill,
    updateSkill,
    deleteSkill,
    shareSkill,
    askOperator,
  },
  erasePerson,
  mcpResources: guideResources,
  mcpPrompts: skillPrompts,
  names: [
    { type: "ai.skill", table: "ai.skill", name: "title", seen: seenSkills },
    { type: "ai.connection", table: "platform.connection", name: "label", seen: seenConnections },
  ],
  assistant: aiAssistant,
  tools: [
    listDocsTool,
    searchDocsTool,
    getDocTool,
    probeUrlTool,
    askOperatorTool,
    searchMemoryTool,
    saveMemoryTool,
    deleteMemoryTool,
    shareMemoryTool,
  ],
  browserTools: { showPage },
  jobs: [
    job("ai.deleteArchivedConversations", deleteArchivedConversations, { schedule: "41 3 * * *" }),
    job("ai.sweepSpend", sweepSpend, { schedule: "* * * * *" }),
    refreshModelPricesJob,
    job("ai.sweepProposals", sweepProposals, { schedule: "* * * * *" }),
    job("ai.remindSigners", remindSigners, { schedule: "* * * * *" }),
    mailReminderJob,
  ],
})
