import { defineTool, leanResult } from "@countersign/core/server"
import { listIncidents } from "../list-incidents.ts"
import { quotedInIncident } from "./quoted.ts"

export const listTool = defineTool({
  name: "list",
  words: "Looked at incidents",
  verb: listIncidents,
  description:
    'List incidents, open ones first. Call it to find an incident\'s id or to see what is going on. Pass `state: "open"` ' +
    "for what is not over yet, `systemId` (from catalog.listSystems) for one system, `severity`, `status`, or `text` to " +
    "search titles and descriptions. When nextCursor is there, pass it as `after` for the next page.",
  quotes: ({ result }) => result?.items.flatMap(quotedInIncident) ?? [],
  projectResult: (page) => leanResult(page, { drop: ["version"], longest: 300 }),
})
