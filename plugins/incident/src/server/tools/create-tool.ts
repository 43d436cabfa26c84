import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { createIncident } from "../create-incident.ts"
import { demandSystems } from "../incident-reach.ts"
import { overrideConsequences, systemThing } from "./incident-card.ts"
import { quotedInIncident, quotedSystem } from "./quoted.ts"

export const createTool = defineTool({
  name: "create",
  words: "Open an incident",
  verb: createIncident,
  description:
    "Open an incident when the operator says that something is wrong; look with incident.list whether it is open " +
    "already. Pass the ids of the affected systems from catalog.listSystems, never names. `title` says in one line what " +
    "people notice, `message` is the first update. Set `healthOverride` only if the operator says what the systems shall " +
    'count as, and `visibility: "public"` only for texts that outsiders may read.',
  quotes: ({ input, result }) =>
    result ? quotedInIncident(result) : (input.systemIds ?? []).map((id) => quotedSystem({ id })),
  async preview(ctx, input) {
    const { systemIds, message, visibility, ...draft } = input
    const systems = await asFeedback("systemIds", () => demandSystems(ctx, systemIds))
    return {
      summary: `Open the incident ${quoteName(draft.title)}`,
      after: { ...draft, systems: systems.map(({ id, name }) => ({ id, name })) },
      things: systems.map(systemThing),
      consequences: overrideConsequences(null, { id: "", ...draft, systemIds }, systems),
    }
  },
})
