import { asFeedback, defineTool } from "@countersign/core/server"
import { checks, type FoundCheck } from "../checks/check-store.ts"
import { isSame } from "../checks/judge-draft.ts"
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
    const card = checkCard(before)
    const target = wanted.config ? { ...card, config: comparable(card.config, after.config, wanted.config) } : card
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

type Config = FoundCheck["config"]

/** What is stored, without what was not written and stays as it is: defaults are no change. */
function comparable(stored: Config, after: Config, written: Config): Config {
  const entries = Object.entries(stored)
  return Object.fromEntries(entries.filter(([key, value]) => key in written || !isSame(value, after[key]))) as Config
}
