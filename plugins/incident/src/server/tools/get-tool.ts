import { defineTool, leanResult } from "@countersign/core/server"
import { getIncident } from "../get-incident.ts"
import { incidents } from "../incident-store.ts"
import { quotedInIncident } from "./quoted.ts"

// Newest first: what a model needs of a long incident is in these, and the page has the rest.
const MOST_UPDATES = 30

export const getTool = defineTool({
  name: "get",
  describe: ({ id }, say) => `Looked at ${say.name(id) ?? "an incident"}`,
  verb: getIncident,
  description:
    "Read one incident with its timeline, newest update first, its links and its post-mortem. Call it before changing an " +
    "incident, and for the ids of updates and links. Pass an id from incident.list, never a title.",
  quotes: ({ input, result }) => (result ? quotedInIncident(result) : [incidents.quoted(input)]),
  projectResult: (incident) => leanResult(newest(incident), { drop: ["version", "nextUpdateCursor"], longest: 2_000 }),
})

function newest<T extends { updates: readonly unknown[] }>(incident: T): T {
  if (!Array.isArray(incident?.updates)) return incident
  const left = incident.updates.length - MOST_UPDATES
  return left > 0 ? { ...incident, updates: incident.updates.slice(0, MOST_UPDATES), olderUpdates: left } : incident
}
