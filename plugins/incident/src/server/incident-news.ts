import type { IncidentNews, IncidentUpdate } from "../contract.ts"
import type { IncidentRecord } from "./incident-store.ts"

/** What others learn of an incident through events. */
export function newsOf(incident: IncidentRecord, update: IncidentUpdate | null): IncidentNews {
  const { id, title, severity, status, systemIds, healthOverride, suppressNotifications } = incident
  return {
    id,
    title,
    severity,
    status,
    systemIds,
    healthOverride,
    suppressNotifications,
    update: update && { id: update.id, visibility: update.visibility },
  }
}
