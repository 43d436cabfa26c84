import { DeletedSystem, SystemId } from "@countersign/catalog/contract"
import {
  BulkResult,
  capabilityProcedures,
  cardWords,
  defineContract,
  foreseeProcedure,
  Instant,
  idsOf,
  issuesProcedure,
  line,
  Named,
  pageInput,
  pageOf,
  paragraph,
  procedure,
  sampleProcedures,
  Version,
} from "@countersign/core/contract"
import { z } from "zod"
import { bySystem, checkAccess } from "./contract/access.ts"
import {
  AssignmentInput,
  Check,
  CheckDetail,
  CheckId,
  CheckSummary,
  checkFields,
  EnvironmentIds,
  MOST_SYSTEMS,
  TargetView,
  TOO_MANY_SYSTEMS,
} from "./contract/check.ts"
import { CollectorView } from "./contract/collector-view.ts"
import { historyProcedures } from "./contract/history.ts"
import { Json } from "./contract/json.ts"
import { AssertionOutcome, Run, RunDetail, Stats } from "./contract/run.ts"
import { ScriptContextView, ScriptTest, ScriptTestInput } from "./contract/script.ts"
import { Outcome, TARGET_STATUSES, USUAL_RULE } from "./contract/status-rule.ts"

export { checkAccess, checkPageAccess } from "./contract/access.ts"
export * from "./contract/assertion.ts"
export * from "./contract/check.ts"
export * from "./contract/events.ts"
export * from "./contract/run.ts"
export * from "./contract/script.ts"
export * from "./contract/settings.ts"
export * from "./contract/status-rule.ts"
export { strategyKind } from "./contract/strategy.ts"

const { reading, changing, destroying } = bySystem
/** Raw results of runs: the right of its own, on systems that the caller sees. */
const readingDetails = { ...reading, access: checkAccess.details }
/** Drafts are of no system yet: the rule alone counts. */
const authoring = { effect: "read", access: checkAccess.manage, scope: { by: "rule" } } as const

const { name, description, strategyId, config, collectors, intervalSeconds, timeoutSeconds, retries, statusRule } =
  checkFields
const CheckIds = cardWords(idsOf(CheckId, { one: "check", most: 200, tooMany: "At most 200 checks at once." }), {
  label: "Checks",
})

/** A draft of a check: what `validate` judges, `tryCheck` runs and `create` stores. */
const draft = {
  strategyId,
  config,
  collectors: collectors.default([]),
  intervalSeconds: intervalSeconds.default(60),
  timeoutSeconds: timeoutSeconds.optional(),
  retries: retries.default(0),
}

/** Whether the caller is told when a system of the check gets worse or recovers. */
const tellMe = cardWords(z.boolean(), { label: "Tell you when the status changes" }).default(false)

const Problem = z.object({ path: z.string(), message: z.string() })

export const healthcheckContract = defineContract("healthcheck", {
  list: procedure({
    summary: "List health checks, filtered, sorted and paged.",
    ...reading,
    input: z.object({
      /** Any of them; `pending` stands for checks that never ran, `paused` for paused ones. */
      status: z
        .array(z.enum([...TARGET_STATUSES, "pending", "paused"]))
        .max(6)
        .optional(),
      strategyId: z.string().max(60).optional(),
      systemId: SystemId.optional(),
      text: z.string().trim().max(200).optional(),
      ...pageInput(["status", "name", "updatedAt", "lastRunAt", "match"]),
    }),
    output: pageOf(CheckSummary),
  }),
  get: procedure({
    summary: "Read one check with its configuration, its targets, their status and its uptime.",
    ...reading,
    input: z.object({ id: CheckId }),
    output: CheckDetail,
  }),
  status: procedure({
    summary: "Tell what the checks of systems say now, since when, and why.",
    ...reading,
    input: z.object({
      systemIds: z.array(SystemId).max(200).optional(),
      onlyFailing: z.boolean().default(false),
      limit: z.int().min(1).max(500).default(100),
    }),
    output: z.object({
      targets: z.array(TargetView.extend({ check: Named, paused: z.boolean() })),
      /** There are more than were asked for. */
      more: z.boolean(),
    }),
  }),
  listSystemChecks: procedure({
    summary: "List the checks of one system with the status of each of its targets.",
    ...reading,
    input: z.object({ systemId: SystemId }),
    output: z.object({
      /** What each says of this system, whatever it says of others. */
      checks: z.array(CheckSummary.extend({ targets: z.array(TargetView) })),
      /** There are more than one answer holds: `list` with the system has all. */
      more: z.boolean(),
      mayAdd: z.boolean(),
    }),
  }),
  runHistory: procedure({
    summary: "List single runs, the latest first: how each ended, how long it took and why it failed.",
    ...readingDetails,
    input: z.object({
      systemId: SystemId.optional(),
      checkId: CheckId.optional(),
      targetId: z.int().min(1).max(2_147_483_647).optional(),
      from: Instant.optional(),
      to: Instant.optional(),
      status: z
        .array(z.enum([...Outcome.options, "missed"]))
        .max(4)
        .optional(),
      ...pageInput(["at"], { direction: "desc" }),
    }),
    output: pageOf(Run),
  }),
  getRun: procedure({
    summary: "Read what one run brought back: phases, values and every assertion.",
    ...readingDetails,
    input: z.object({ targetId: z.int().min(1).max(2_147_483_647), at: Instant }),
    output: RunDetail,
  }),
  runStats: procedure({
    summary: "Read how runs ended and how long they took between two instants, in equal periods.",
    ...reading,
    input: z.object({
      systemId: SystemId.optional(),
      checkId: CheckId.optional(),
      targetId: z.int().min(1).max(2_147_483_647).optional(),
      /** A day ago unless given. */
      from: Instant.optional(),
      to: Instant.optional(),
      buckets: z.int().min(1).max(2_000).default(90),
    }),
    output: Stats,
  }),
  strategies: procedure({
    summary: "Describe the ways to check: what each is configured with and what its results can be held to.",
    effect: "read",
    access: checkAccess.read,
    scope: { by: "rule" },
    input: z.object({}),
    output: z.object({
      strategies: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          description: z.string(),
          configSchema: z.record(z.string(), z.unknown()),
          collectors: z.array(CollectorView),
        }),
      ),
    }),
  }),
  ...capabilityProcedures(checkAccess.read, { collectors: z.array(CollectorView) }),

  validate: procedure({
    summary: "Tell whether a draft of a check can be created, and what is wrong with it.",
    ...authoring,
    input: z.object({ ...draft, collectors: z.array(Json).max(20).default([]) }),
    output: z.object({ valid: z.boolean(), errors: z.array(Problem) }),
  }),
  tryCheck: procedure({
    summary: "Run a draft of a check once. Nothing is stored.",
    ...authoring,
    egress: true,
    input: z.object({
      ...draft,
      /** For templates such as {{ system.name }}. */
      systemId: SystemId.optional(),
      environmentId: z.uuid().toLowerCase().optional(),
    }),
    output: z.object({
      outcome: Outcome,
      durationMs: z.number(),
      failure: z.object({ code: z.string(), message: z.string() }).nullable(),
      /** By collector, then by field; bounded and masked. */
      values: z.record(z.string(), z.record(z.string(), Json)),
      assertions: z.array(AssertionOutcome),
      /** Names of secrets in whose place only `__SECRET_<NAME>__` was sent. */
      placeholders: z.array(z.string()),
    }),
  }),
  getScriptContext: procedure({
    summary: "Read what a script may use: declarations, variables and an example.",
    ...authoring,
    input: z.object({ context: z.enum(["healthcheck-script", "healthcheck-shell"]) }),
    output: ScriptContextView,
  }),
  testScript: procedure({
    summary: "Run a draft of a script once in the sandbox. Nothing is stored, and secrets are only placeholders.",
    ...authoring,
    egress: { when: "address" },
    input: ScriptTestInput,
    output: ScriptTest,
  }),

  create: procedure({
    summary: "Create a check and say which systems it is for. It runs at once, then at its interval.",
    ...changing,
    input: z.object({
      name,
      description: description.default(""),
      ...draft,
      statusRule: statusRule.default(USUAL_RULE),
      assignments: cardWords(z.array(AssignmentInput).max(MOST_SYSTEMS, TOO_MANY_SYSTEMS), {
        label: "Systems",
      }).default([]),
      tellMe,
    }),
    output: Check,
  }),
  propose: procedure({
    summary: "Create a check for one system, and say whether the caller wants to be told of it.",
    ...changing,
    input: z.object({
      name,
      description: description.default(""),
      ...draft,
      assignToSystemId: SystemId.optional(),
      environmentIds: EnvironmentIds.optional(),
      tellMe,
    }),
    output: Check,
  }),
  update: procedure({
    summary: "Change a check. What is left out stays; what is given is judged together with the rest.",
    ...changing,
    input: z.object({
      id: CheckId,
      version: Version,
      name: name.optional(),
      description: description.optional(),
      strategyId: strategyId.optional(),
      config: config.optional(),
      collectors: collectors.optional(),
      intervalSeconds: intervalSeconds.optional(),
      timeoutSeconds: timeoutSeconds.optional(),
      retries: retries.optional(),
      statusRule: statusRule.optional(),
      assignments: cardWords(z.array(AssignmentInput).max(MOST_SYSTEMS, TOO_MANY_SYSTEMS), {
        label: "Systems",
      }).optional(),
    }),
    output: Check,
  }),
  assign: procedure({
    summary: "Let a check run for one more system.",
    ...changing,
    input: z.object({ id: CheckId, systemId: SystemId, environmentIds: EnvironmentIds.default(null) }),
    output: Check,
  }),
  unassign: procedure({
    summary: "Let a check no longer run for a system. Its history stays.",
    ...changing,
    input: z.object({ id: CheckId, systemId: SystemId }),
    output: Check,
  }),
  pause: procedure({
    summary: "Pause checks with a reason, until somebody resumes them or until an instant.",
    ...changing,
    input: z.object({
      ids: CheckIds,
      reason: line("A reason", 200),
      until: cardWords(Instant.nullable(), { label: "Until" }).default(null),
    }),
    output: z.object({ results: z.array(BulkResult) }),
  }),
  resume: procedure({
    summary: "Let paused checks run again, at once and then at their interval.",
    ...changing,
    input: z.object({ ids: CheckIds }),
    output: z.object({ results: z.array(BulkResult) }),
  }),
  runNow: procedure({
    summary: "Let checks run at once, besides their interval.",
    ...changing,
    input: z.object({ ids: CheckIds }),
    output: z.object({ results: z.array(BulkResult) }),
  }),
  resumeDue: procedure({
    summary: "Let checks run again whose pause is over.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ resumed: z.int() }),
  }),
  delete: procedure({
    summary: "Delete a check with its history. Systems lose the status it reported.",
    ...destroying,
    input: z.object({ id: CheckId }),
    output: z.object({ id: z.uuid(), name: z.string() }),
  }),
  bulkDelete: procedure({
    summary: "Delete several checks with their history.",
    ...destroying,
    input: z.object({ ids: CheckIds }),
    output: z.object({ results: z.array(BulkResult) }),
  }),
  listRevisions: procedure({
    summary: "List who changed a check, when and what, the latest first.",
    ...reading,
    input: z.object({ id: CheckId, ...pageInput(["at"], { direction: "desc" }) }),
    output: pageOf(
      z.object({
        id: z.uuid(),
        at: Instant,
        by: z.object({ id: z.string(), name: z.string() }),
        /** What became of it, field by field, as people read it. Secrets stand only as references. */
        changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
      }),
    ),
  }),
  renewHeartbeat: procedure({
    summary: "Make the address that a job calls for a heartbeat. The one before stops working.",
    ...changing,
    once: "The address was made, and was shown once. Make another to see one.",
    input: z.object({ id: CheckId, targetId: z.int().min(1).max(2_147_483_647) }),
    output: z.object({ url: z.string() }),
  }),
  beat: procedure({
    summary: "Take a call of a job that a heartbeat waits for.",
    effect: "mutate",
    access: "internal",
    recordedIn: "healthcheck.beat",
    input: z.object({
      token: z.string().max(100),
      status: z.enum(["up", "down"]).default("up"),
      message: paragraph(500).default(""),
      value: z.number().min(-1e300).max(1e300).nullable().default(null),
    }),
    output: z.object({ known: z.boolean() }),
  }),

  listIssues: issuesProcedure({
    summary: "List the checks that are not healthy now.",
    access: reading.access,
    scope: reading.scope,
  }),
  ...sampleProcedures("health checks"),
  foreseeSystemDeletion: foreseeProcedure("Tell what deleting a system would do to health checks."),
  forgetSystem: procedure({
    summary: "Take a deleted system out of the checks that named it.",
    effect: "mutate",
    access: "internal",
    input: DeletedSystem,
    output: z.object({ checks: z.int() }),
  }),
  syncTargets: procedure({
    summary: "Bring the targets of a system in line with the environments it runs in.",
    effect: "mutate",
    access: "internal",
    input: z.object({ systemId: SystemId, name: z.string().max(200) }),
    output: z.object({ started: z.int(), ended: z.int() }),
  }),
  forgetPerson: procedure({
    summary: "Put a pseudonym in place of a departed person's name.",
    effect: "destructive",
    access: "internal",
    input: z.object({ personId: z.uuid().toLowerCase(), name: z.string().trim().min(1).max(200) }),
    output: z.object({ renamed: z.int() }),
  }),
  record: procedure({
    summary: "Store what runs brought back, bring statuses up to date and tell of those that changed.",
    effect: "mutate",
    access: "internal",
    recordedIn: "healthcheck.run",
    /** Names runs in the memory of the server that ran them. */
    input: z.object({ batch: z.uuid() }),
    output: z.object({ stored: z.int(), dropped: z.int() }),
  }),
  noteSilence: procedure({
    summary: "Call targets unknown that nothing was heard of for three intervals.",
    effect: "mutate",
    access: "internal",
    recordedIn: "healthcheck.run",
    input: z.object({}),
    output: z.object({ silent: z.int() }),
  }),
  ...historyProcedures,
})
