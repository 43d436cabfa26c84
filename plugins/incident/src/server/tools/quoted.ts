import type { QuotedThing } from "@countersign/core/server"
import type { Author, Incident, IncidentDetail } from "../../contract.ts"

/** Whose words the answers of the incident tools repeat. Updates, links and the post-mortem are written on the incident. */

export function quotedIncident({ id, title }: { id: string; title?: string }): QuotedThing {
  return { type: "incident.incident", id, name: title }
}

export function quotedSystem({ id, name }: { id: string; name?: string }): QuotedThing {
  return { type: "catalog.system", id, name }
}

/** What the platform itself wrote bears its own name. */
export function quotedAuthor({ id, name }: Author): QuotedThing[] {
  return id.startsWith("service:") ? [] : [{ type: "platform.person", id, name }]
}

export function quotedInIncident(incident: Incident | IncidentDetail): QuotedThing[] {
  return [
    quotedIncident(incident),
    ...incident.systems.map(quotedSystem),
    ...quotedAuthor(incident.openedBy),
    ...("updates" in incident ? incident.updates.flatMap(({ author }) => quotedAuthor(author)) : []),
    ...("links" in incident ? incident.links.flatMap(({ addedBy }) => quotedAuthor(addedBy)) : []),
  ]
}
