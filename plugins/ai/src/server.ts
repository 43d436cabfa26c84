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
import { getSettings, updateSettings } from "./server/ai-settings.ts"
import { askOperator } from "./server/ask-operator.ts"
import { callTool, proposeTool } from "./server/call-tool.ts"
import { deleteMemory, shareMemory, updateMemory } from "./server/change-memory.ts"
import { createSkill, deleteSkill, shareSkill, updateSkill } from "./server/change-skills.ts"
import {
  archiveConversation,
  createConversation,
  deleteConversation,
  getConversation,
  listConversations,
  listSuggestions,
  stopTurn,
  updateConversation,
} from "./server/conversations.ts"
import { createConnection } from "./server/create-connection.ts"
import { applyTool, declineTool, reconcileProposal, renewProposal, signProposal } from "./server/decide-proposal.ts"
import { deleteArchivedConversations } from "./server/delete-archived-conversations.ts"
import { deleteConnection } from "./server/delete-connection.ts"
import { erasePerson } from "./server/erase-person.ts"
import { getDoc } from "./server/get-doc.ts"
import { listChatConnections } from "./server/list-chat-connections.ts"
import { listDocs } from "./server/list-docs.ts"
import { listDrivers } from "./server/list-drivers.ts"
import { listModels, previewModels } from "./server/list-models.ts"
import { listToolWords } from "./server/list-tool-words.ts"
import { listTools } from "./server/list-tools.ts"
import { mailReminder } from "./server/mail-reminder.ts"
import { skillPrompts } from "./server/mcp-prompts.ts"
import { guideResources } from "./server/mcp-resources.ts"
import { nameThing } from "./server/name-thing.ts"
import { listPolicies, removePolicy, setPolicy } from "./server/policies.ts"
import { probeUrl } from "./server/probe-url.ts"
import { getConnection, listConnections } from "./server/read-connections.ts"
import { listMemory, recallMemory, searchMemory } from "./server/read-memory.ts"
import { readProposalInput } from "./server/read-proposal-input.ts"
import {
  checkProposal,
  countProposals,
  describeProposal,
  listProposals,
  sweepProposals,
} from "./server/read-proposals.ts"
import { getSkill, listSkills } from "./server/read-skills.ts"
import { refreshModelPrices } from "./server/refresh-model-prices.ts"
import { remindSigners } from "./server/remind-signers.ts"
import { saveMemory } from "./server/save-memory.ts"
import { clearDefault, listDefaults, setDefault } from "./server/scope-defaults.ts"
import { searchDocs } from "./server/search-docs.ts"
import { seenConnections, seenSkills } from "./server/seen-names.ts"
import { sweepSpend } from "./server/sweep-spend.ts"
import { testConnection } from "./server/test-connection.ts"
import { askOperatorTool } from "./server/tools/ask-operator-tool.ts"
import { deleteMemoryTool } from "./server/tools/delete-memory-tool.ts"
import { getDocTool } from "./server/tools/get-doc-tool.ts"
import { listDocsTool } from "./server/tools/list-docs-tool.ts"
import { probeUrlTool } from "./server/tools/probe-url-tool.ts"
import { saveMemoryTool } from "./server/tools/save-memory-tool.ts"
import { searchDocsTool } from "./server/tools/search-docs-tool.ts"
import { searchMemoryTool } from "./server/tools/search-memory-tool.ts"
import { shareMemoryTool } from "./server/tools/share-memory-tool.ts"
import { updateConnection } from "./server/update-connection.ts"
import { usage } from "./server/usage.ts"

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
    listToolWords,
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
  jobs: [
    job("ai.deleteArchivedConversations", deleteArchivedConversations, { schedule: "41 3 * * *" }),
    job("ai.sweepSpend", sweepSpend, { schedule: "* * * * *" }),
    job("ai.refreshModelPrices", refreshModelPrices, { schedule: "17 * * * *" }),
    job("ai.sweepProposals", sweepProposals, { schedule: "* * * * *" }),
    job("ai.remindSigners", remindSigners, { schedule: "* * * * *" }),
    job("ai.mailReminder", mailReminder),
  ],
})
