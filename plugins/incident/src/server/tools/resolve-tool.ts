import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { incidents } from "../incident-store.ts"
import { demandOpen, resolveIncident } from "../resolve-incident.ts"
import { incidentCard, overrideConsequences } from "./incident-card.ts"
import { quotedInIncident } from "./quoted.ts"

export const resolveTool = defineTool({
  name: "resolve",
  describe: ({ id }, say) => `Resolve ${say.name(id) ?? "an incident"}`,
  verb: resolveIncident,
  description:
    "Resolve an open incident once the operator says it is over. Pass an id from incident.list, never a title, and a " +
    "closing note that says what ended it. Its health override is withdrawn.",
  quotes: ({ input, result }) => (result ? quotedInIncident(result) : [incidents.quoted(input)]),
  async preview(ctx, { id }) {
    const before = await incidents.readToChange(ctx, id)
    await asFeedback("id", () => demandOpen(ctx, before))
    const target = await incidentCard(ctx, before)
    const after = { status: "resolved" as const }
    return {
      summary: `Resolve ${quoteName(before.title)}`,
      target,
      after: { ...target, ...after },
      things: [incidents.card(before)],
      consequences: overrideConsequences(before, { ...before, ...after }, target.systems),
    }
  },
})
