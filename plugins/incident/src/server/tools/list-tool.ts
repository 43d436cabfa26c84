import { defineTool, leanResult } from "@countersign/core/server"
import { STATUS_WORDS } from "../../contract.ts"
import { listIncidents } from "../list-incidents.ts"
import { quotedInIncident } from "./quoted.ts"

export const listTool = defineTool({
  name: "list",
  describe({ state, severity, status, systemId, text }, say) {
    const words = [
      state !== "all" && state,
      severity,
      "incidents",
      status && `in the state ${STATUS_WORDS[status].toLowerCase()}`,
      systemId && `of ${say.name(systemId) ?? "a system"}`,
      text && `with ${say.quote(text)}`,
    ]
    return ["Looked at", ...words].filter(Boolean).join(" ")
  },
  verb: listIncidents,
  description:
    'List incidents, open ones first. Call it to find an incident\'s id or to see what is going on. Pass `state: "open"` ' +
    "for what is not over yet, `systemId` (from catalog.listSystems) for one system, `severity`, `status`, or `text` to " +
    "search titles and descriptions. When nextCursor is there, pass it as `after` for the next page.",
  quotes: ({ result }) => result?.items.flatMap(quotedInIncident) ?? [],
  projectResult: (page) => leanResult(page, { drop: ["version"], longest: 300 }),
})
