import { defineEvent, Instant, paragraph, procedure } from "@countersign/core/contract"
import { z } from "zod"
import { statusAccess, systemAccess } from "./access.ts"
import { SystemId } from "./fields.ts"

/** From best to worst. Of several reports the worst counts. */
export const STATUSES = ["healthy", "maintenance", "degraded", "unhealthy"] as const
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
 * Who reports: the plugin's id, and after a colon what of it, e.g. `incident:7f3c...` or `healthcheck:<check id>`.
 * A source has one report per system; reporting again replaces it.
 */
export const StatusSource = z
  .string()
  .max(160)
  .regex(
    /^[a-z][a-z0-9]*(?:[.:][A-Za-z0-9_-]+)*$/,
    'A source begins with the plugin that reports, e.g. "incident:42": letters, digits, ".", ":", "-" and "_".',
  )

/** Where to read more: a page of this installation (`/incidents/...`) or an address on the web. */
export const StatusLink = z
  .string()
  .trim()
  .max(2_000)
  .regex(/^(?:https?:\/\/[^\s/]|\/(?![/\\]))\S*$/i, "A link begins with http://, https:// or /.")

export const StatusReport = z.object({
  source: z.string(),
  status: Status,
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
  /** What makes it so, worst first. */
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

export const statusProcedures = {
  /**
   * One transaction that reports on several systems does so in the order of their ids: reports on one system take
   * turns, and two callers who come crosswise would wait for each other.
   */
  reportStatus: procedure({
    summary:
      "Report what a source knows of a system's status, or withdraw its report with null. The worst of all reports is the system's status.",
    effect: "mutate",
    access: statusAccess.report,
    scope: { by: "input", path: "systemId", level: "editor", resource: "catalog.system" },
    input: z.object({
      systemId: SystemId,
      source: StatusSource,
      status: Status.nullable(),
      reason: paragraph(500).default(""),
      link: StatusLink.nullable().default(null),
    }),
    output: SystemHealth,
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
