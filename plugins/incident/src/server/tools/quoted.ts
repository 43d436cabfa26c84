import { type QuotedThing, quotedAuthor } from "@countersign/core/server"
import type { Incident, IncidentDetail } from "../../contract.ts"
import { incidents } from "../incident-store.ts"
import { incidentTimeline } from "../incident-timeline.ts"

/** Whose words the answers of the incident tools repeat. The post-mortem is written on the incident. */
export function quotedInIncident(incident: Incident | IncidentDetail): QuotedThing[] {
  return [
    ...incidentTimeline.quoted(incident),
    ...incident.systems.map(incidents.quotedParent),
    ...quotedAuthor(incident.openedBy),
  ]
}
