/** What a plugin's server side and the apps use. */
export type { Assistant, BuiltInSkill, Suggestion, TurnAsk, TurnNotes } from "./access/assistant.ts"
export { consequencesElsewhere } from "./access/consequences.ts"
export type { AuditChange, Caller, Ctx, HttpExchange, ReachOptions, ThingRef } from "./access/ctx.ts"
export { type AnyVerb, implement, isVerb, type Verb } from "./access/implement.ts"
export type { McpPrompts, McpResources, ThingKind } from "./access/runtime.ts"
export { sampleReferences } from "./access/sample-references.ts"
export type { Preview, PreviewThing, QuotedThing, RegisteredTool, Tool, ToolRegistry } from "./access/tool.ts"
export { bumpAuditEpoch } from "./audit/audit-epoch.ts"
export { sealAudit } from "./audit/seal-audit.ts"
export { toolCalled } from "./audit/tool-called.ts"
export { type AuditProblem, type AuditVerification, verifyAudit } from "./audit/verify-audit.ts"
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
  type ReplayRequest,
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
export { backup } from "./db/backup.ts"
export { byCloseness } from "./db/closeness.ts"
export { type Database, openDatabase, type Tx } from "./db/database.ts"
export { type EmbeddedPostgres, findRunningEmbedded, startEmbedded } from "./db/embedded.ts"
export { keyset, type Page, type PageRequest, type SortColumn } from "./db/keyset.ts"
export { appliedMigrations, type Migration, migrate } from "./db/migrate.ts"
export { restore } from "./db/restore.ts"
export { StartError } from "./db/start-error.ts"
export { ALLOWED_BY_DEFAULT, type AllowList, parseAllowList } from "./egress/allow-list.ts"
export { EgressFaultError, EgressRefusedError } from "./egress/egress-errors.ts"
export { createEgress, type Egress, type EgressOptions } from "./egress/guarded-fetch.ts"
export * from "./errors.ts"
export { type Door, invokeTool, type ToolOutcome, type ToolRequest } from "./gate/invoke-tool.ts"
export { baseUrl, oneTimeUrl } from "./identity/base-url.ts"
export { type Challenge, mcpChallenge, mcpResource } from "./identity/oauth/oauth-challenge.ts"
export { readOauthSettings } from "./identity/oauth/oauth-settings-store.ts"
export { loadHoldings } from "./identity/principal/load-holdings.ts"
export { holds, type Principal, servicePrincipal, type UserPrincipal } from "./identity/principal/principal.ts"
export { createLog, type Log, type LogLevel, silentLog } from "./log.ts"
export { rotateSecrets, sealedColumnsOf } from "./platform/secrets/rotate-secrets.ts"
export { ensureFirstAdministrator, setUpCode } from "./platform/session/set-up/first-run.ts"
export { forgetThings } from "./platform/sharing/forget-things.ts"
export { createPlatform, migrationsOf, type Platform, type PlatformOptions, RESOURCE_CHANNEL } from "./platform.ts"
export { definePlugin, type Job, job, type Plugin, type Reaction, type Route, reaction, route } from "./plugin.ts"
export { applyBySignature, applyWithToken, renewBySignature } from "./proposals/apply.ts"
export { declineBySignature, declineWithToken } from "./proposals/decline.ts"
export { forgetPersonInToolCalls } from "./proposals/forget-person.ts"
export { readProposalInput } from "./proposals/input-fields.ts"
export { countProposals, listProposals } from "./proposals/list-proposals.ts"
export { noteUndo } from "./proposals/note-undo.ts"
export { describeProposal, describeStanding } from "./proposals/proposal-view.ts"
export { reconcile } from "./proposals/reconcile.ts"
export { sweepProposals } from "./proposals/sweep.ts"
export { maskedJsonText } from "./secrets/mask/mask.ts"
export { CONNECTION_KEY } from "./secrets/sealed-columns.ts"
export { type SealedColumn, sealedColumn } from "./secrets/sealed-place.ts"
export { openStoredSecret } from "./secrets/secret-store.ts"
export { createSecrets, type Secrets } from "./secrets/secrets.ts"
export { readAiSettings, writeAiSettings } from "./tools/ai-settings-store.ts"
export { asFeedback } from "./tools/as-feedback.ts"
export { leanResult } from "./tools/lean-result.ts"
export { findPolicy, listPolicies, policyFor, removePolicy, writePolicy } from "./tools/policy-store.ts"
export { resolveTools } from "./tools/resolve-tools.ts"
export { rolesHolding } from "./tools/roles-holding.ts"
export { serializeTool } from "./tools/serialize-tool.ts"
export { defineTool } from "./tools/tool.ts"
export { readToolUse } from "./tools/tool-use.ts"
export { classOf } from "./tools/whose-words.ts"
