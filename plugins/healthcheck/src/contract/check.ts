import { EnvironmentId, SystemId } from "@countersign/catalog/contract"
import { Author, cardWords, Instant, line, Named, paragraph, refersTo, Version } from "@countersign/core/contract"
import { z } from "zod"
import { Assertion } from "./assertion.ts"
import { Json, JsonFields } from "./json.ts"
import { Outcome, StatusRule, TargetStatus } from "./status-rule.ts"

export const CheckId = cardWords(refersTo(z.uuid().toLowerCase(), "healthcheck.healthcheck"), { label: "Check" })

/**
 * What a check is configured with. The strategy's own part is judged by `validateConfiguration` alone, so that page, API,
 * tool and file answer in the same words.
 */
export const checkFields = {
  name: line("A name", 120),
  description: paragraph(4_000),
  strategyId: cardWords(z.string().min(1).max(60), { label: "Type" }),
  config: cardWords(JsonFields, { label: "Configuration" }),
  collectors: cardWords(
    z
      .array(z.strictObject({ id: z.string().min(1).max(60), assertions: z.array(Assertion).max(50).default([]) }))
      .max(20),
    { label: "What must hold" },
  ),
  intervalSeconds: cardWords(z.int().min(5).max(86_400), { label: "Every (seconds)" }),
  timeoutSeconds: cardWords(z.number().min(0.1).max(120), { label: "Timeout (seconds)" }),
  retries: cardWords(z.int().min(0).max(3), { label: "Tries again within a run" }),
  statusRule: cardWords(StatusRule, { label: "When it counts" }),
}

/** Null: all environments of the system. None: once, without one. */
/** Its page, its card and its form show all of them. */
export const MOST_SYSTEMS = 50
export const TOO_MANY_SYSTEMS = `A check is for at most ${MOST_SYSTEMS} systems.`

export const EnvironmentIds = cardWords(z.array(EnvironmentId).max(20).nullable(), { label: "Environments" })

/** A check of one system, with where. */
export const AssignmentInput = z.strictObject({
  systemId: SystemId,
  environmentIds: EnvironmentIds.default(null),
  /** In place of the check's own. */
  statusRule: checkFields.statusRule.nullable().default(null),
})
export type AssignmentInput = z.infer<typeof AssignmentInput>

/** What is scheduled, run, stored and charted: a check of one system in one environment from one place. */
export const TargetView = z.object({
  id: z.int(),
  system: Named,
  environment: Named.nullable(),
  status: TargetStatus.nullable(),
  since: Instant.nullable(),
  /** Its status changes so often that it is held at the worse one. */
  flapping: z.boolean(),
  lastRunAt: Instant.nullable(),
  lastOutcome: Outcome.nullable(),
  lastDurationMs: z.number().nullable(),
  /** Why the last run was not good, in a sentence; empty when it was. */
  sentence: z.string(),
  nextRunAt: Instant.nullable(),
  /** Of a heartbeat: whether it has an address to be called at. The address itself is shown when it is made. */
  heartbeat: z.object({ calledAt: Instant.nullable() }).nullable(),
})
export type TargetView = z.infer<typeof TargetView>

export const Pause = z.object({ reason: z.string(), until: Instant.nullable(), by: Author, at: Instant })

/** As lists show it. */
export const CheckSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  strategyId: z.string(),
  strategyTitle: z.string(),
  /** What it looks at, in a few words: an address, a host with its port, "Script". Never with a secret. */
  subject: z.string(),
  /** The worst of its targets that the caller sees; null while none ran. */
  status: TargetStatus.nullable(),
  since: Instant.nullable(),
  intervalSeconds: z.int(),
  paused: Pause.nullable(),
  systems: z.array(Named),
  hiddenSystemCount: z.int(),
  lastRunAt: Instant.nullable(),
  lastDurationMs: z.number().nullable(),
  sentence: z.string(),
  /** Of the last 24 hours, in runs: 0 to 1; null without any. */
  uptime24h: z.number().nullable(),
  /** Median duration by hour of the last 24 hours, oldest first; null for an hour without runs. */
  durations: z.array(z.number().nullable()),
  version: Version,
  updatedAt: Instant,
})
export type CheckSummary = z.infer<typeof CheckSummary>

/** A check whole. Secrets stand in it only as references. */
export const Check = z.object({
  id: z.uuid(),
  name: z.string(),
  description: z.string(),
  strategyId: z.string(),
  strategyTitle: z.string(),
  subject: z.string(),
  /** With the version of its form. */
  config: z.record(z.string(), Json),
  collectors: z.array(z.object({ id: z.string(), assertions: z.array(Assertion) })),
  intervalSeconds: z.int(),
  timeoutSeconds: cardWords(z.number(), { label: "Timeout (seconds)" }),
  retries: z.int(),
  statusRule: cardWords(StatusRule, { label: "When it counts" }),
  paused: Pause.nullable(),
  assignments: z.array(
    z.object({
      system: Named,
      /** Null: all of them. */
      environments: z.array(Named).nullable(),
      statusRule: StatusRule.nullable(),
    }),
  ),
  hiddenSystemCount: z.int(),
  createdBy: Author,
  createdAt: Instant,
  updatedAt: Instant,
  version: Version,
})
export type Check = z.infer<typeof Check>

export const CheckDetail = Check.extend({
  status: TargetStatus.nullable(),
  since: Instant.nullable(),
  targets: z.array(TargetView),
  /** Uptime in runs over each range, maintenance taken out; null without runs. */
  uptime: z.object({
    day: z.number().nullable(),
    week: z.number().nullable(),
    month: z.number().nullable(),
    quarter: z.number().nullable(),
  }),
  mayChange: z.boolean(),
  /** Whether the caller sees what single runs brought back. */
  mayReadDetails: z.boolean(),
})
export type CheckDetail = z.infer<typeof CheckDetail>
