import { listed, quoteName } from "@countersign/core/contract"
import { defineTool, type Tx } from "@countersign/core/server"
import { deleteIncident } from "../delete-incident.ts"
import type { FoundIncident } from "../incident-store.ts"
import { incidents } from "../incident-store.ts"
import { listLinks } from "../link-store.ts"
import { countUpdates } from "../update-store.ts"
import { incidentCard, overrideConsequences } from "./incident-card.ts"

export const deleteTool = defineTool({
  name: "delete",
  words: "Delete an incident",
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
      consequences: [...(await lossesOf(ctx.tx, before)), ...overrideConsequences(before, null, target.systems)],
    }
  },
})

async function lossesOf(tx: Tx, { id, postmortem }: FoundIncident): Promise<string[]> {
  const updates = await countUpdates(tx, id)
  const links = (await listLinks(tx, id)).map(({ label }) => label)
  const lost = [
    ...(updates > 0 ? [`its ${updates === 1 ? "update" : `${updates} updates`}`] : []),
    ...(links.length > 0
      ? [`its ${links.length === 1 ? "link" : "links"} ${listed(links.map(quoteName), links.length)}`]
      : []),
    ...(postmortem !== "" ? ["its post-mortem"] : []),
    "its history",
  ]
  return [`With it ${lost.length === 1 ? "goes" : "go"} ${listed(lost)}.`]
}
