import { cardWords, Instant, Named, Version } from "@countersign/core/contract"
import { z } from "zod"

export const SEVERITIES = ["minor", "major", "critical"] as const
export const OPEN_STATUSES = ["investigating", "identified", "fixing", "monitoring"] as const
export const INCIDENT_STATUSES = [...OPEN_STATUSES, "resolved"] as const
export const HEALTH_OVERRIDES = ["none", "degraded", "unhealthy"] as const
/** `public` for everybody, `signedIn` for readers who signed in, `internal` for those who work on the incident. */
export const VISIBILITIES = ["public", "signedIn", "internal"] as const

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
export const VISIBILITY_WORDS: Record<(typeof VISIBILITIES)[number], string> = {
  public: "Everybody",
  signedIn: "Signed-in readers",
  internal: "Those who work on it",
}
export const Visibility = cardWords(z.enum(VISIBILITIES), { label: "Visible to", values: VISIBILITY_WORDS })
export type Visibility = z.infer<typeof Visibility>

/** A person, an application or the platform, by the name it had then. */
export const Author = z.object({ id: z.string(), name: z.string() })
export type Author = z.infer<typeof Author>

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

export const IncidentUpdate = z.object({
  id: z.uuid(),
  message: z.string(),
  /** The status the incident got with it; null when it only says something. */
  status: IncidentStatus.nullable(),
  visibility: Visibility,
  author: Author,
  at: Instant,
  editedAt: Instant.nullable(),
  version: Version,
})
export type IncidentUpdate = z.infer<typeof IncidentUpdate>

export const IncidentLink = z.object({ id: z.uuid(), label: z.string(), url: z.string(), addedBy: Author, at: Instant })
export type IncidentLink = z.infer<typeof IncidentLink>

export const IncidentDetail = Incident.extend({
  postmortem: z.string(),
  /** Newest first; older ones come from `listUpdates`, after `nextUpdateCursor`. */
  updates: z.array(IncidentUpdate),
  nextUpdateCursor: z.string().nullable(),
  links: z.array(IncidentLink),
  /** Whether the caller may change it, by rule or by editor grants on all of its systems. */
  mayChange: z.boolean(),
})
export type IncidentDetail = z.infer<typeof IncidentDetail>

export const REVISED_FIELDS = [
  "title",
  "description",
  "severity",
  "systems",
  "healthOverride",
  "suppressNotifications",
  "postmortem",
  "message",
  "visibility",
] as const
export type RevisedField = (typeof REVISED_FIELDS)[number]

export const IncidentRevision = z.object({
  id: z.uuid(),
  /** `updateDeleted` keeps who and when; the text is gone. */
  kind: z.enum(["incidentEdited", "updateEdited", "updateDeleted"]),
  updateId: z.uuid().nullable(),
  author: Author,
  at: Instant,
  /** As people read it: systems by name, switches as yes or no. */
  changes: z.array(z.object({ field: z.enum(REVISED_FIELDS), before: z.string(), after: z.string() })),
})
export type IncidentRevision = z.infer<typeof IncidentRevision>
