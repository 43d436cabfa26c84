import { z } from "zod"
import { Instant, pageInput, pageOf } from "../paging.ts"
import { defineContract, procedure } from "../procedure.ts"
import { auditAccess } from "./access.ts"

export { auditAccess } from "./access.ts"

/** How a step ended. A verb's own changes are `executed`; the others are steps of tool calls, and calls that were stopped. */
export const AUDIT_OUTCOMES = [
  "executed",
  "refused",
  "proposed",
  "applied",
  "failed",
  "unknown",
  "declined",
  "expired",
  "superseded",
] as const

const TRANSPORTS = ["http", "chat", "mcp", "editor", "automation", "job", "cli"] as const

/** One row of the log as lists show it; `getAuditEntry` adds what changed. */
export const AuditLine = z.object({
  id: z.string(),
  at: Instant,
  principal: z.object({
    kind: z.enum(["user", "application", "service", "anonymous"]),
    id: z.string(),
    name: z.string(),
  }),
  /** Through which door the call came in. */
  transport: z.enum(TRANSPORTS),
  /** The same on every row and log line that one request caused. */
  correlationId: z.string(),
  /** The verb: `incident.resolve`. */
  action: z.string(),
  effect: z.enum(["read", "mutate", "destructive"]),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** What it was done to. Names are those of the moment it happened. */
  thing: z.object({ type: z.string().nullable(), id: z.string().nullable(), name: z.string().nullable() }),
  note: z.string().nullable(),
  /** Of a proposal that was applied by itself: nobody signed it. */
  unsigned: z.boolean(),
})
export type AuditLine = z.infer<typeof AuditLine>

const Snapshot = z.record(z.string(), z.unknown()).nullable()

export const AuditRecord = AuditLine.extend({
  before: Snapshot,
  after: Snapshot,
})
export type AuditRecord = z.infer<typeof AuditRecord>

/** Conditions add up. */
export const auditFilters = {
  principalId: z.string().min(1).max(200).optional(),
  /** `incident.resolve`, or the beginning of several: `incident.`. */
  action: z.string().min(1).max(200).optional(),
  /** A resource: `incident.incident`. */
  thingType: z.string().min(1).max(200).optional(),
  thingId: z.string().min(1).max(200).optional(),
  outcome: z.enum(AUDIT_OUTCOMES).optional(),
  /** Proposals that were applied by themselves, or all else. */
  unsigned: z.boolean().optional(),
  transport: z.enum(TRANSPORTS).optional(),
  /** This instant included. */
  since: Instant.optional(),
  /** This instant excluded. */
  until: Instant.optional(),
  correlationId: z.string().min(1).max(64).optional(),
  /** Words in the thing's name or the note; all must occur, of the last the beginning is enough. */
  text: z.string().trim().max(200).optional(),
}

export const auditContract = defineContract("platform", {
  listAudit: procedure({
    summary: "List the audit log, newest first, narrowed by who, what, on which thing, how and when.",
    effect: "read",
    access: auditAccess.read,
    input: z.object({ ...pageInput(["at"], { direction: "desc" }), ...auditFilters }),
    output: pageOf(AuditLine),
  }),
  getAuditEntry: procedure({
    summary: "Read one row of the audit log with the record before and after.",
    effect: "read",
    access: auditAccess.read,
    input: z.object({
      id: z.string().regex(/^\d{1,18}$/, "No row of the audit log has this id. Take one from platform.listAudit."),
    }),
    /** `sealedAt` is null while the row still waits for the next checkpoint. */
    output: AuditRecord.extend({ sealedAt: Instant.nullable() }),
  }),
  listAuditFacets: procedure({
    summary: "List the actions, kinds of things and principals that occur in the audit log, to filter by.",
    effect: "read",
    access: auditAccess.read,
    input: z.object({}),
    output: z.object({
      actions: z.array(z.string()),
      thingTypes: z.array(z.string()),
      transports: z.array(z.enum(TRANSPORTS)),
      /** The first 500, by name, each under the name it used last. */
      principals: z.array(AuditLine.shape.principal),
    }),
  }),
  getAuditSeal: procedure({
    summary: "Tell how far the audit log is sealed against tampering.",
    effect: "read",
    access: auditAccess.read,
    input: z.object({}),
    output: z.object({
      sealedRows: z.int(),
      sealedAt: Instant.nullable(),
      /** Rows written since, which the next checkpoint will seal. */
      unsealedRows: z.int(),
      unsealedSince: Instant.nullable(),
    }),
  }),
  exportAudit: procedure({
    summary:
      "Read the audit log in full, in batches. For whole files use GET /api/v1/platform/audit.csv or audit.jsonl, with the same filters.",
    effect: "read",
    access: auditAccess.read,
    input: z.object({
      ...auditFilters,
      /** The mark an earlier batch handed out. */
      after: z.string().max(2_000).optional(),
      limit: z.int().min(1).max(1_000).default(500),
    }),
    output: z.object({ items: z.array(AuditRecord), nextCursor: z.string().nullable() }),
  }),
  sealAudit: procedure({
    summary: "Seal the rows of the audit log that were written since the last checkpoint.",
    effect: "mutate",
    access: "internal",
    input: z.object({}),
    output: z.object({ sealedRows: z.int() }),
  }),
})
