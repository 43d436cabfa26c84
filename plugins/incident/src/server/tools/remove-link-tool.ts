import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { readToChange } from "../incident-reach.ts"
import { readLink, removeLink } from "../remove-link.ts"
import { incidentThing } from "./incident-card.ts"
import { quotedIncident } from "./quoted.ts"

export const removeLinkTool = defineTool({
  name: "removeLink",
  words: "Remove a link from an incident",
  verb: removeLink,
  description:
    "Remove a link from an incident when the operator asks for it. Pass the incident's id from incident.list and the " +
    "link's id from incident.get, never its label.",
  quotes: ({ input }) => [quotedIncident(input)],
  async preview(ctx, { id, linkId }) {
    const incident = await readToChange(ctx, id)
    const { label, url, at } = await asFeedback("linkId", () => readLink(ctx.tx, incident, linkId))
    const named = { id: linkId, name: `${label} (${url})` }
    return {
      summary: `Remove the link ${quoteName(label)} from ${quoteName(incident.title)}`,
      target: { id, link: named, createdAt: at },
      after: null,
      things: [
        incidentThing(incident),
        { type: "incident.link", ...named, state: { label, url }, partOf: quotedIncident(incident) },
      ],
    }
  },
})
