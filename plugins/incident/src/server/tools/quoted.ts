import type { QuotedThing } from "@countersign/core/server"
import type { Author, Incident, IncidentDetail } from "../../contract.ts"
import { incidents } from "../incident-store.ts"

/** Whose words the answers of the incident tools repeat. Updates, links and the post-mortem are written on the incident. */

/** What the platform itself wrote bears its own name. */
export function quotedAuthor({ id, name }: Author): QuotedThing[] {
  return id.startsWith("service:") ? [] : [{ type: "platform.person", id, name }]
}

export function quotedInIncident(incident: Incident | IncidentDetail): QuotedThing[] {
  return [
    incidents.quoted(incident),
    ...incident.systems.map(incidents.quotedParent),
    ...quotedAuthor(incident.openedBy),
    ...("updates" in incident ? incident.updates.flatMap(({ author }) => quotedAuthor(author)) : []),
    ...("links" in incident ? incident.links.flatMap(({ addedBy }) => quotedAuthor(addedBy)) : []),
  ]
}
