import { Author, cardWords, Instant, Named, refersTo, timelineContract, Version } from "@countersign/core/contract"
import { z } from "zod"
import { bySystem } from "./access.ts"

export { Author, type TimelineLink as IncidentLink, VISIBILITY_WORDS, Visibility } from "@countersign/core/contract"

export const IncidentId = refersTo(z.uuid().toLowerCase(), "incident.incident")

export const SEVERITIES = ["minor", "major", "critical"] as const
export const OPEN_STATUSES = ["investigating", "identified", "fixing", "monitoring"] as const
export const INCIDENT_STATUSES = [...OPEN_STATUSES, "resolved"] as const
export const HEALTH_OVERRIDES = ["none", "degraded", "unhealthy"] as const

/** The words of the pages, for cards as well. */
export const STATUS_WORDS: Record<(typeof INCIDENT_STATUSES)[number], string> = {
  investigating: "Investigating",
  identified: "Identified",
  fixing: "Fixing",
  monitoring: "Monitoring",
  resolved: "Resolved",
}
export const OVERRIDE_WORDS: Record<(typeof HEALTH_OVERRIDES)[number], string> = {
  none: "Leaves it alone",
  degraded: "Degraded",
  unhealthy: "Unhealthy",
}
export const Severity = cardWords(z.enum(SEVERITIES), {
  label: "Severity",
  values: { minor: "Minor", major: "Major", critical: "Critical" },
})
export type Severity = z.infer<typeof Severity>
export const IncidentStatus = cardWords(z.enum(INCIDENT_STATUSES), { label: "Status", values: STATUS_WORDS })
export type IncidentStatus = z.infer<typeof IncidentStatus>
export const OpenStatus = cardWords(z.enum(OPEN_STATUSES), { label: "Status", values: STATUS_WORDS })
export const HealthOverride = cardWords(z.enum(HEALTH_OVERRIDES), { label: "Health override", values: OVERRIDE_WORDS })
export type HealthOverride = z.infer<typeof HealthOverride>
export const Incident = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  severity: Severity,
  status: IncidentStatus,
  healthOverride: HealthOverride,
  suppressNotifications: z.boolean(),
  /** Only those the caller may see; `hiddenSystemCount` counts the others. */
  systems: z.array(Named),
  hiddenSystemCount: z.int(),
  openedBy: Author,
  openedAt: Instant,
  updatedAt: Instant,
  resolvedAt: Instant.nullable(),
  version: Version,
})
export type Incident = z.infer<typeof Incident>

export const incidentTimeline = timelineContract({
  noun: "incident",
  id: IncidentId,
  access: bySystem,
  status: IncidentStatus,
  moves: IncidentStatus,
  fields: ["title", "description", "severity", "systems", "healthOverride", "suppressNotifications", "postmortem"],
})
export type IncidentUpdate = z.infer<typeof incidentTimeline.Update>
export type IncidentRevision = z.infer<typeof incidentTimeline.Revision>
export type RevisedField = (typeof incidentTimeline.fields)[number]

export const IncidentDetail = Incident.extend({
  postmortem: z.string(),
  ...incidentTimeline.detail,
  /** Whether the caller may change it, by rule or by editor grants on all of its systems. */
  mayChange: z.boolean(),
})
export type IncidentDetail = z.infer<typeof IncidentDetail>
