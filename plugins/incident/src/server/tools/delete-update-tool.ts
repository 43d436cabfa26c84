import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { deleteUpdate, readUpdate } from "../delete-update.ts"
import { incidents } from "../incident-store.ts"

export const deleteUpdateTool = defineTool({
  name: "deleteUpdate",
  words: "Delete an update",
  verb: deleteUpdate,
  description:
    "Delete an update from an incident's timeline, only when the operator asks for exactly that: it cannot be undone. Pass " +
    "the incident's id from incident.list and the update's id from incident.get.",
  quotes: ({ input }) => [incidents.quoted(input)],
  async preview(ctx, { id, updateId }) {
    const incident = await incidents.readToChange(ctx, id)
    const update = await asFeedback("updateId", () => readUpdate(ctx.tx, incident, updateId))
    const named = { id: updateId, name: `${update.author.name}: ${update.message || `status ${update.status}`}` }
    return {
      summary: `Delete an update of ${quoteName(incident.title)} by ${quoteName(update.author.name)}`,
      target: { id, update: named, createdAt: update.at },
      after: null,
      things: [
        incidents.card(incident),
        { type: "incident.update", ...named, state: { version: update.version }, partOf: incidents.quoted(incident) },
      ],
      consequences: [
        update.editedAt && "Its earlier texts go with it.",
        update.status && `The incident keeps its status, ${incident.status}.`,
      ].filter((one) => one !== null),
    }
  },
})
