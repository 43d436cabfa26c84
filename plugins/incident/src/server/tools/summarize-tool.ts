import { defineTool, quotedAuthor } from "@countersign/core/server"
import { incidents } from "../incident-store.ts"
import { summarizeIncident } from "../summarize-incident.ts"

export const summarizeTool = defineTool({
  name: "summarize",
  describe: ({ id, systemId }, say) =>
    systemId
      ? `Looked at what is open of ${say.name(systemId) ?? "a system"}`
      : `Looked at the story of ${say.name(id) ?? "an incident"}`,
  verb: summarizeIncident,
  description:
    "Tell in a few sentences what an incident is about, since when, which systems it affects and what was said last. " +
    "Call it when that is all the operator asks; incident.get has the details. Pass an id from incident.list, never a title, " +
    "or instead the systemId of catalog.listSystems to hear of every open incident that affects that system.",
  quotes: ({ input, result }) =>
    result
      ? [
          ...result.ids.map((id) => incidents.quoted({ id })),
          ...result.systemIds.map((id) => incidents.quotedParent({ id })),
          ...result.authors.flatMap(quotedAuthor),
        ]
      : input.id === undefined
        ? []
        : [incidents.quoted({ id: input.id })],
  projectResult: ({ ids, summary }) => ({ ids, summary }),
})
