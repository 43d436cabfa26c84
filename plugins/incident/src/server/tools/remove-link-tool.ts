import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { incidents } from "../incident-store.ts"
import { readLink, removeLink } from "../remove-link.ts"

export const removeLinkTool = defineTool({
  name: "removeLink",
  words: "Remove a link from an incident",
  verb: removeLink,
  description:
    "Remove a link from an incident when the operator asks for it. Pass the incident's id from incident.list and the " +
    "link's id from incident.get, never its label.",
  quotes: ({ input }) => [incidents.quoted(input)],
  async preview(ctx, { id, linkId }) {
    const incident = await incidents.readToChange(ctx, id)
    const { label, url, at } = await asFeedback("linkId", () => readLink(ctx.tx, incident, linkId))
    const named = { id: linkId, name: `${label} (${url})` }
    return {
      summary: `Remove the link ${quoteName(label)} from ${quoteName(incident.title)}`,
      target: { id, link: named, createdAt: at },
      after: null,
      things: [
        incidents.card(incident),
        { type: "incident.link", ...named, state: { label, url }, partOf: incidents.quoted(incident) },
      ],
    }
  },
})
