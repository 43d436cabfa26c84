import { listed, quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { checks } from "../checks/check-store.ts"
import { deleteCheck } from "../checks/delete-check.ts"
import { checkCard } from "./check-card.ts"

export const deleteTool = defineTool({
  name: "delete",
  describe: ({ id }, say) => `Delete ${say.name(id) ?? "a health check"}`,
  verb: deleteCheck,
  description:
    "Delete a health check with its history, only when the operator asks for exactly that: it cannot be undone. To stop one for a while use " +
    "healthcheck.pause. Pass an id from healthcheck.list, never a name.",
  quotes: ({ input, result }) => [checks.quoted({ id: input.id, ...(result && { name: result.name }) })],
  async preview(ctx, { id }) {
    const before = await checks.readToChange(ctx, id)
    const [parents] = await checks.shownParents(ctx, [before])
    const { shown, hidden } = parents!
    const names = [...shown.map(({ name }) => quoteName(name)), ...(hidden > 0 ? [checks.unseen(hidden)] : [])]
    return {
      summary: `Delete the health check ${quoteName(before.name)}`,
      target: checkCard(before),
      after: null,
      things: [checks.card(before), ...(await checks.parentCards(ctx, before.systemIds))],
      consequences: [
        ...(names.length > 0
          ? [`${listed(names, names.length)} ${names.length === 1 ? "loses" : "lose"} the status that it reports.`]
          : []),
        "Its runs, charts and uptime go with it, and so does the history of its changes.",
      ],
    }
  },
})
