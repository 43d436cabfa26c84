import { defineEvent, Instant, Named, paragraph, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { statusAccess, systemAccess } from "./access.ts"
import { EnvironmentId, SystemId } from "./fields.ts"

/** From best to worst. Of several reports the worst counts. */
export const STATUSES = ["healthy", "unknown", "maintenance", "degraded", "unhealthy"] as const
export const Status = z.enum(STATUSES)
export type Status = z.infer<typeof Status>

/** Null where nobody reported: pages then say "Not reported", never "healthy". */
export const StatusOrNone = Status.nullable()

export function worstStatus(statuses: Iterable<Status | null>): Status | null {
  let worst = -1
  for (const status of statuses) if (status) worst = Math.max(worst, STATUSES.indexOf(status))
  return STATUSES[worst] ?? null
}

/**
 * Which of the reporter's own says so: an incident's id, a check's, the name of a script. The platform puts the reporter before it,
 * `incident:7f3c...` or `api:<principal>:nightly`, so nobody reports or withdraws what is another's. A source has one report
 * for each environment of a system, and one for the system as a whole; reporting again replaces it.
 */
export const StatusSource = z
  .string()
  .max(120)
  .regex(
    /^[A-Za-z0-9](?:[A-Za-z0-9_.:-]*[A-Za-z0-9_-])?$/,
    'A source is made of letters, digits, ".", ":", "-" and "_", e.g. "nightly:backup".',
  )

/** Where to read more: a page of this installation (`/incidents/...`) or an address on the web. */
export const StatusLink = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^(?:https?:\/\/[^\s/]|\/(?![/\\]))\S*$/i, "A link begins with http://, https:// or /.")

export const StatusReport = z.object({
  source: z.string(),
  /** Who that is: the plugin, or the name of whoever reported over the API. */
  reporter: z.string(),
  /** Null: of the system as a whole. */
  environment: Named.nullable(),
  status: Status,
  /** Derived from what other systems say. */
  inherited: z.boolean(),
  /** Found by a machine; maintenance covers it. */
  measured: z.boolean(),
  /** Maintenance is going on: it does not count until that is over. */
  covered: z.boolean(),
  reason: z.string(),
  link: z.string().nullable(),
  /** Since when this source says so. */
  since: Instant,
})
export type StatusReport = z.infer<typeof StatusReport>

export const SystemHealth = z.object({
  systemId: z.uuid(),
  status: StatusOrNone,
  /** Since when the status is what it is; null while nobody ever reported. */
  since: Instant.nullable(),
  /** What makes it so, worst first; after those, what maintenance covers. */
  reports: z.array(StatusReport),
})
export type SystemHealth = z.infer<typeof SystemHealth>

export const TimelineSegment = z.object({
  from: Instant,
  to: Instant,
  status: StatusOrNone,
  source: z.string().nullable(),
  reason: z.string().nullable(),
  link: z.string().nullable(),
})
export type TimelineSegment = z.infer<typeof TimelineSegment>

export const StatusTimeline = z.object({
  systemId: z.uuid(),
  from: Instant,
  to: Instant,
  /** Without gaps from the system's creation (or `from`) to `to` (or now), oldest first. */
  segments: z.array(TimelineSegment),
  /** `worst`: there were too many changes to name each, so every segment shows the worst of its stretch. */
  detail: z.enum(["exact", "worst"]),
  /** Exact in either case. */
  totals: z.array(z.object({ status: StatusOrNone, seconds: z.number() })),
})
export type StatusTimeline = z.infer<typeof StatusTimeline>

export const statusChanged = defineEvent("catalog.statusChanged", {
  summary: "The status of a system became another one.",
  payload: z.object({
    systemId: z.uuid(),
    systemName: z.string(),
    before: StatusOrNone,
    after: StatusOrNone,
    source: z.string(),
    reason: z.string(),
    at: Instant,
  }),
  about: { type: "catalog.system", path: "systemId" },
  access: systemAccess.read,
})

const reportFields = {
  systemId: SystemId,
  /** One of those the system runs in; left out, it is about the system as a whole. */
  environmentId: EnvironmentId.nullable().default(null),
  source: StatusSource.optional(),
  /** Null withdraws what this source said. */
  status: Status.nullable(),
  /** What a machine found, not what somebody decided: while maintenance is going on it does not count. */
  measured: z.boolean().default(false),
  reason: paragraph(500).default(""),
  link: StatusLink.nullable().default(null),
}

export const statusProcedures = {
  /**
   * For people and scripts. One transaction that reports on several systems does so in the order of their ids: reports on
   * one system take turns, and two callers who come crosswise would wait for each other.
   */
  reportStatus: procedure({
    summary:
      "Report what you know of a system's status, or withdraw your report with null. The worst of all reports is the system's status.",
    effect: "mutate",
    access: statusAccess.report,
    scope: { by: "input", path: "systemId", level: "editor", resource: "catalog.system" },
    input: z.object(reportFields),
    output: SystemHealth,
  }),
  /** For plugins, in one round trip for many. What is said of a system that is gone is left out. */
  reportStatuses: procedure({
    summary: "Report what a plugin knows of the status of systems, or withdraw it with null.",
    effect: "mutate",
    access: "internal",
    recordedIn: "catalog.status_change",
    input: z.object({
      reports: z
        .array(
          z.strictObject({
            ...reportFields,
            /** Derived from what other systems say; dependencies pass on what is not. */
            inherited: z.boolean().default(false),
          }),
        )
        .max(500),
    }),
    output: z.object({
      /** Those whose status became another. */
      changed: z.array(z.object({ systemId: z.uuid(), before: StatusOrNone, after: StatusOrNone })),
    }),
  }),
  getStatusTimeline: procedure({
    summary: "Read which status a system had between two instants.",
    effect: "read",
    access: systemAccess.read,
    scope: { by: "input", path: "systemId", level: "viewer" },
    input: z.object({
      systemId: SystemId,
      from: Instant,
      to: Instant,
      /** With more changes than this, stretches with the worst of each are answered instead. */
      maxSegments: z.int().min(10).max(2_000).default(1_000),
    }),
    output: StatusTimeline,
  }),
}
