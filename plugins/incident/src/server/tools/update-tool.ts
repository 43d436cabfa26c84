import { asFeedback, defineTool } from "@countersign/core/server"
import { incidents } from "../incident-store.ts"
import { checkChanges, updateIncident } from "../update-incident.ts"
import { incidentCard, overrideConsequences } from "./incident-card.ts"
import { quotedInIncident } from "./quoted.ts"

export const updateTool = defineTool({
  name: "update",
  describe: ({ id }, say) => `Change ${say.name(id) ?? "an incident"}`,
  verb: updateIncident,
  description:
    "Change an incident's title, description, severity, systems, health override or post-mortem. Pass its id from " +
    "incident.list and only the fields to change. `systemIds` replaces the old list: pass all that shall stay, with ids " +
    "from incident.get and catalog.listSystems. A new status or a text for the timeline goes through incident.addUpdate.",
  quotes: ({ input, result }) => (result ? quotedInIncident(result) : [incidents.quoted(input)]),
  async preview(ctx, { id, ...changes }) {
    const before = await incidents.readToChange(ctx, id)
    await asFeedback("systemIds", () => checkChanges(ctx, before, changes))
    const target = await incidentCard(ctx, before)
    const { systemIds, ...fields } = changes
    const named = await incidents.parentCards(ctx, systemIds ?? [])
    const systems = systemIds ? named.map(({ id: systemId, name }) => ({ id: systemId, name })) : target.systems
    return {
      summary: incidents.changeSummary(before, changes.title),
      target,
      after: { ...target, ...fields, systems },
      things: [incidents.card(before), ...named],
      consequences: overrideConsequences(before, { ...before, ...changes }, [...target.systems, ...systems]),
    }
  },
})
