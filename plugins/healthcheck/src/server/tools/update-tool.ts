import { asFeedback, defineTool } from "@countersign/core/server"
import { checks } from "../checks/check-store.ts"
import { planUpdate, updateCheck } from "../checks/update-check.ts"
import { assignmentCards, checkCard, quotedInCheck } from "./check-card.ts"

export const updateTool = defineTool({
  name: "update",
  describe: ({ id }, say) => `Change ${say.name(id) ?? "a health check"}`,
  verb: updateCheck,
  description:
    "Change a health check. Pass its id from healthcheck.list and only the fields to change; `config`, `collectors` and `assignments` replace " +
    "what is there, so read them with healthcheck.get first and pass them whole. The result is validated together with the rest.",
  alwaysSign: ({ config }) => typeof config?.source === "string",
  quotes: ({ input, result }) => (result ? quotedInCheck(result) : [checks.quoted({ id: input.id })]),
  async preview(ctx, { id, ...wanted }) {
    const before = await checks.readToChange(ctx, id)
    const { fields, assignments } = await asFeedback("config", () => planUpdate(ctx, before, wanted))
    const { subject, ...after } = fields
    const target = checkCard(before)
    const things = await assignmentCards(ctx, [...before.assignments, ...(assignments ?? [])])
    return {
      summary: checks.changeSummary(before, wanted.name),
      target,
      after: { ...target, ...after, ...(assignments && { assignments }) },
      things: [
        checks.card(before),
        ...things.filter(({ id: one }, at) => things.findIndex((other) => other.id === one) === at),
      ],
    }
  },
})
