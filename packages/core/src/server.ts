/** What a plugin's server side uses. */
export type { Assistant, BuiltInSkill, Suggestion, TurnAsk, TurnNotes } from "./access/assistant.ts"
export { collectIssues } from "./access/collect-issues.ts"
export { consequencesElsewhere } from "./access/consequences.ts"
export type { AuditChange, Caller, Ctx, HttpExchange, ReachOptions, ThingRef } from "./access/ctx.ts"
export { type AnyVerb, implement, isVerb, type Verb } from "./access/implement.ts"
export type { Brought } from "./access/kinds.ts"
export type { McpPrompts, McpResources, ThingKind } from "./access/runtime.ts"
export { sampleReferences } from "./access/sample-references.ts"
export type { Preview, PreviewThing, QuotedThing, Tool } from "./access/tool.ts"
export { toolCalled } from "./audit/tool-called.ts"
export { byCloseness } from "./db/closeness.ts"
export type { Tx } from "./db/database.ts"
export { keyset, type Page, type PageRequest, type SortColumn } from "./db/keyset.ts"
export type { Migration } from "./db/migrate.ts"
export { containsWords, instant, uuids } from "./db/sql-fragments.ts"
export {
  definePlugin,
  type Job,
  job,
  type Plugin,
  type Reaction,
  type Route,
  reaction,
  route,
} from "./define-plugin.ts"
export { EgressFaultError, EgressRefusedError } from "./egress/egress-errors.ts"
export * from "./errors.ts"
export { baseUrl } from "./identity/base-url.ts"
export { holds, type Principal } from "./identity/principal/principal.ts"
export { capabilities } from "./kit/capabilities.ts"
export { type Found, type Inheritance, inherits } from "./kit/inherits/inherits.ts"
export { forgetThings } from "./reserved/sharing/forget-things.ts"
export { type SealedColumn, sealedColumn } from "./secrets/sealed-place.ts"
export { openStoredSecret } from "./secrets/secret-store.ts"
export { asFeedback } from "./tools/as-feedback.ts"
export { leanResult } from "./tools/lean-result.ts"
export { defineTool } from "./tools/tool.ts"
