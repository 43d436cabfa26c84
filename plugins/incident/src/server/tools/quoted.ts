import { type QuotedThing, quotedAuthor } from "@countersign/core/server"
import type { Incident, IncidentDetail } from "../../contract.ts"
import { incidents } from "../incident-store.ts"

/** Whose words the answers of the incident tools repeat. Updates, links and the post-mortem are written on the incident. */
export function quotedInIncident(incident: Incident | IncidentDetail): QuotedThing[] {
  return [
    incidents.quoted(incident),
    ...incident.systems.map(incidents.quotedParent),
    ...quotedAuthor(incident.openedBy),
    ...("updates" in incident ? incident.updates.flatMap(({ author }) => quotedAuthor(author)) : []),
    ...("links" in incident ? incident.links.flatMap(({ addedBy }) => quotedAuthor(addedBy)) : []),
  ]
}
