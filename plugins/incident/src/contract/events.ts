import { defineEvent } from "@countersign/core/contract"
import { z } from "zod"
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

export const incidentOpened = defineEvent("incident.opened", IncidentNews)
/** Fields changed, an update was posted or corrected, or it was opened again. */
export const incidentUpdated = defineEvent("incident.updated", IncidentNews)
export const incidentResolved = defineEvent("incident.resolved", IncidentNews)
