import { defineEvent } from "@countersign/core/contract"
import { z } from "zod"
import { incidentAccess } from "./access.ts"
import { HealthOverride, IncidentStatus, Severity, Visibility } from "./incident.ts"

const IncidentNews = z.object({
  id: z.uuid(),
  title: z.string(),
  severity: Severity,
  status: IncidentStatus,
  systemIds: z.array(z.uuid()),
  healthOverride: HealthOverride,
  /** Those who notify people of incidents stay silent then. */
  suppressNotifications: z.boolean(),
  /** The update that was posted with it, and who may learn of that one. */
  update: z.object({ id: z.uuid(), visibility: Visibility }).nullable(),
})
export type IncidentNews = z.infer<typeof IncidentNews>

const news = {
  payload: IncidentNews,
  about: { type: "incident.incident", path: "id" },
  access: incidentAccess.read,
} as const

export const incidentOpened = defineEvent("incident.opened", { summary: "An incident was opened.", ...news })
export const incidentUpdated = defineEvent("incident.updated", {
  summary: "Fields of an incident changed, an update was posted or corrected, or it was opened again.",
  ...news,
})
/** As it was when it was deleted. */
export const incidentDeleted = defineEvent("incident.deleted", {
  summary: "An incident was deleted with all that was said of it.",
  ...news,
})
export const incidentResolved = defineEvent("incident.resolved", { summary: "An incident was resolved.", ...news })
