/** What the assistant's own plugin needs besides `core/server`: conversations, connections, proposals, policies. */
export type { RegisteredTool, ToolRegistry } from "./access/points/tool.ts"
export { readSkillPin, type SkillPin, writeSkillPin } from "./chat/begin/skill-pin.ts"
export { demandChatter } from "./chat/chatter.ts"
export {
  archiveConversation,
  type ConversationChange,
  deleteArchivedConversations,
  deleteConversation,
  findEmptyConversation,
  findLatestTurn,
  getConversation,
  insertConversation,
  listConversations,
  listMessages,
  updateConversation,
} from "./chat/conversation-store.ts"
export { forgetPersonInChat } from "./chat/forget-person.ts"
export {
  type Replay,
  type ReplayedStep,
  replayConversation,
} from "./chat/replay/replay-conversation.ts"
export { findReplayable, type ReplayableConversation } from "./chat/replay/replay-store.ts"
export { type HeadlessAnswer, type HeadlessRun, runHeadless } from "./chat/turn/run-headless.ts"
export { callModel, type ModelCall, type ModelCallResult, spendEntry } from "./connections/call-model.ts"
export {
  allowedModels,
  chooseModel,
  chooseOn,
  coerceModel,
  listChatConnections,
  type ModelChoice,
} from "./connections/choose-model.ts"
export {
  addConnection,
  type ConnectionDraft,
  changeConnection,
  findConnection,
  listConnections,
  listScopeDefaults,
  removeConnection,
  removeScopeDefault,
  type StoredConnection,
  seedScopeDefaults,
  unknownRoles,
  withoutKey,
  writeScopeDefault,
} from "./connections/connection-store.ts"
export { type Credential, type CredentialDraft, demandCredential, listDrivers } from "./connections/credential.ts"
export { askForModels, listModels, previewModels } from "./connections/list-models.ts"
export { isSold } from "./connections/model-facts.ts"
export { forgetConnections, openConnection, readConnections } from "./connections/open-connection.ts"
export { planCall, promptCharacters } from "./connections/plan-call.ts"
export { costOf, refreshCatalogue } from "./connections/pricing.ts"
export { smartestModel } from "./connections/smartest-model.ts"
export { abandonSpend, forgetPersonInSpend, SpendExceededError } from "./connections/spend.ts"
export { readUsage } from "./connections/usage-store.ts"
export { type Door, invokeTool, type ToolOutcome, type ToolRequest } from "./gate/invoke-tool.ts"
export { type Challenge, mcpChallenge, mcpResource } from "./identity/oauth/oauth-challenge.ts"
export { readOauthSettings } from "./identity/oauth/oauth-settings-store.ts"
export type { UserPrincipal } from "./identity/principal/principal.ts"
export { applyBySignature, applyWithToken, renewBySignature } from "./proposals/apply.ts"
export { declineBySignature, declineWithToken } from "./proposals/decline.ts"
export { forgetPersonInToolCalls } from "./proposals/forget-person.ts"
export { readProposalInput } from "./proposals/input-fields.ts"
export { countProposals, listProposals } from "./proposals/list-proposals.ts"
export { noteUndo } from "./proposals/note-undo.ts"
export { describeProposal, describeStanding } from "./proposals/proposal-view.ts"
export { reconcile } from "./proposals/reconcile.ts"
export { sweepProposals } from "./proposals/sweep.ts"
export { CONNECTION_KEY } from "./secrets/sealed-columns.ts"
export { readAiSettings, writeAiSettings } from "./tools/ai-settings-store.ts"
export { describeCalls, effectsOf } from "./tools/describe-call.ts"
export { findPolicy, listPolicies, policyFor, removePolicy, writePolicy } from "./tools/policy-store.ts"
export { resolveTools } from "./tools/resolve-tools.ts"
export { rolesHolding } from "./tools/roles-holding.ts"
export { serializeTool } from "./tools/serialize-tool.ts"
export { readToolUse } from "./tools/tool-use.ts"
export { classOf } from "./tools/whose-words.ts"
