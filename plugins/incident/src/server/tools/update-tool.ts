import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { readToChange } from "../incident-reach.ts"
import { seenSystems } from "../system-names.ts"
import { checkChanges, updateIncident } from "../update-incident.ts"
import { incidentCard, incidentThing, overrideConsequences, systemThing } from "./incident-card.ts"
import { quotedIncident, quotedInIncident } from "./quoted.ts"

export const updateTool = defineTool({
  name: "update",
  words: "Change an incident",
  verb: updateIncident,
  description:
    "Change an incident's title, description, severity, systems, health override or post-mortem. Pass its id from " +
    "incident.list and only the fields to change. `systemIds` replaces the old list: pass all that shall stay, with ids " +
    "from incident.get and catalog.listSystems. A new status or a text for the timeline goes through incident.addUpdate.",
  quotes: ({ input, result }) => (result ? quotedInIncident(result) : [quotedIncident(input)]),
  async preview(ctx, { id, ...changes }) {
    const before = await readToChange(ctx, id)
    await asFeedback("systemIds", () => checkChanges(ctx, before, changes))
    const target = await incidentCard(ctx, before)
    const { systemIds, ...fields } = changes
    const seen = systemIds && (await seenSystems(ctx, systemIds))
    const named = systemIds?.map((systemId) => seen?.get(systemId) ?? unseen(systemId)) ?? []
    const systems = systemIds ? named.map(({ id: systemId, name }) => ({ id: systemId, name })) : target.systems
    return {
      summary: summaryOf(before.title, changes.title),
      target,
      after: { ...target, ...fields, systems },
      things: [incidentThing(before), ...named.map(systemThing)],
      consequences: overrideConsequences(before, { ...before, ...changes }, [...target.systems, ...systems]),
    }
  },
})

function summaryOf(title: string, newTitle: string | undefined): string {
  const change = `Change the incident ${quoteName(title)}`
  return newTitle === undefined || newTitle === title ? change : `${change} and call it ${quoteName(newTitle)}`
}

/** One that the incident has already, but that the catalog does not show to this caller. */
function unseen(id: string) {
  return { id, name: "A system you cannot see", version: 0 }
}
