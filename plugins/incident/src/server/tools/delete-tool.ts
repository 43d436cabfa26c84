import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { deleteIncident } from "../delete-incident.ts"
import { incidents } from "../incident-store.ts"
import { incidentTimeline } from "../incident-timeline.ts"
import { incidentCard, overrideConsequences } from "./incident-card.ts"

export const deleteTool = defineTool({
  name: "delete",
  describe: ({ id }, say) => `Delete ${say.name(id) ?? "an incident"}`,
  verb: deleteIncident,
  description:
    "Delete an incident with its timeline, links, post-mortem and history, only when the operator asks for exactly that: " +
    "it cannot be undone. To end an incident use incident.resolve. Pass an id from incident.list, never a title.",
  quotes: ({ input }) => [incidents.quoted(input)],
  async preview(ctx, { id }) {
    const before = await incidents.readToChange(ctx, id)
    const target = await incidentCard(ctx, before)
    return {
      summary: `Delete the incident ${quoteName(before.title)}`,
      target,
      after: null,
      things: [incidents.card(before)],
      consequences: [
        await incidentTimeline.losses(ctx.tx, id, before.postmortem === "" ? [] : ["its post-mortem"]),
        ...overrideConsequences(before, null, target.systems),
      ],
    }
  },
})
