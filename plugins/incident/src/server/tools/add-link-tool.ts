import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { addLink, demandRoomForLink } from "../add-link.ts"
import { incidents } from "../incident-store.ts"
import { incidentCard } from "./incident-card.ts"
import { quotedAuthor } from "./quoted.ts"

export const addLinkTool = defineTool({
  name: "addLink",
  words: "Add a link to an incident",
  verb: addLink,
  description:
    "Add a link to an incident: a dashboard, a call, a ticket. Pass the incident's id from incident.list, never a title, " +
    "and an address that the operator gave or that a tool returned; do not make one up.",
  quotes: ({ input, result }) => [incidents.quoted(input), ...(result ? quotedAuthor(result.addedBy) : [])],
  async preview(ctx, { id, label }) {
    const incident = await incidents.readToChange(ctx, id)
    await asFeedback("id", () => demandRoomForLink(ctx.tx, incident))
    return {
      summary: `Add the link ${quoteName(label)} to ${quoteName(incident.title)}`,
      target: await incidentCard(ctx, incident),
      things: [incidents.card(incident)],
    }
  },
  undo: {
    tool: "incident.removeLink",
    by: ({ id }, link) => ({ input: { id, linkId: link.id }, label: "Remove the link" }),
  },
})
