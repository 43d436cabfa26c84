import { readingTools as toolsOf } from "@countersign/core/server"
import { STATUS_WORDS } from "../../contract.ts"
import { getIncident } from "../get-incident.ts"
import { incidents } from "../incident-store.ts"
import { listIncidents } from "../list-incidents.ts"
import { quotedInIncident } from "./quoted.ts"

export const readingTools = toolsOf(
  incidents,
  { list: listIncidents, get: getIncident },
  {
    one: "an incident",
    list:
      'List incidents, open ones first. Call it to find an incident\'s id or to see what is going on. Pass `state: "open"` ' +
      "for what is not over yet, `systemId` (from catalog.listSystems) for one system, `severity`, `status`, or `text` to " +
      "search titles and descriptions.",
    get: "with its timeline, newest update first, its links and its post-mortem",
    filters: ({ state, severity, status }) => ({
      before: [state !== "all" && state, severity],
      after: [status && `in the state ${STATUS_WORDS[status].toLowerCase()}`],
    }),
    quotes: quotedInIncident,
  },
)
