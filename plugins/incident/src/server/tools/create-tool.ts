import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { createIncident } from "../create-incident.ts"
import { incidents } from "../incident-store.ts"
import { overrideConsequences } from "./incident-card.ts"
import { quotedInIncident } from "./quoted.ts"

export const createTool = defineTool({
  name: "create",
  describe: ({ title }, say) => (title ? `Open the incident ${say.quote(title)}` : "Open an incident"),
  verb: createIncident,
  description:
    "Open an incident when the operator says that something is wrong; look with incident.list whether it is open " +
    "already. Pass the ids of the affected systems from catalog.listSystems, never names. `title` says in one line what " +
    "people notice, `message` is the first update. Set `healthOverride` only if the operator says what the systems shall " +
    'count as, and `visibility: "public"` only for texts that outsiders may read.',
  quotes: ({ input, result }) =>
    result ? quotedInIncident(result) : (input.systemIds ?? []).map((id) => incidents.quotedParent({ id })),
  async preview(ctx, input) {
    const { systemIds, message, visibility, ...draft } = input
    const systems = await asFeedback("systemIds", () => incidents.demandParents(ctx, systemIds))
    return {
      summary: `Open the incident ${quoteName(draft.title)}`,
      after: { ...draft, systems },
      things: await incidents.parentCards(ctx, systemIds),
      consequences: overrideConsequences(null, { id: "", ...draft, systemIds }, systems),
    }
  },
})
