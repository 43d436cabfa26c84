import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { assignCheck, planAssign, planUnassign, unassignCheck } from "../checks/assign-check.ts"
import { checks } from "../checks/check-store.ts"
import { assignmentCards, courseInWords, quotedInCheck } from "./check-card.ts"

export const assignTool = defineTool({
  name: "assign",
  describe: ({ id, systemId }, say) =>
    `Let ${say.name(id) ?? "a health check"} run for ${say.name(systemId) ?? "one more system"}`,
  verb: assignCheck,
  description:
    "Let an existing health check run for one more system. Pass its id from healthcheck.list and `systemId` from catalog.listSystems, never " +
    "names. Leave `environmentIds` out for all environments of the system, or pass some of them; an empty list runs it once, without one.",
  quotes: ({ input, result }) =>
    result ? quotedInCheck(result) : [checks.quoted({ id: input.id }), checks.quotedParent({ id: input.systemId })],
  async preview(ctx, { id, ...added }) {
    const before = await checks.readToChange(ctx, id)
    await asFeedback("systemId", () => planAssign(ctx, before, added))
    const things = await assignmentCards(ctx, [{ statusRule: null, ...added }])
    const { name = "" } = things[0] ?? {}
    return {
      summary: `Let ${quoteName(before.name)} run for ${quoteName(name)}`,
      target: { id, name: before.name, version: before.version },
      things: [checks.card(before), ...things],
      consequences: before.paused
        ? ["It is paused, so it does not run yet."]
        : courseInWords(before.intervalSeconds, [{ statusRule: null, ...added }]),
    }
  },
})

export const unassignTool = defineTool({
  name: "unassign",
  describe: ({ id, systemId }, say) =>
    `Let ${say.name(id) ?? "a health check"} no longer run for ${say.name(systemId) ?? "a system"}`,
  verb: unassignCheck,
  description:
    "Let a health check no longer run for a system; what it found so far stays. Pass its id from healthcheck.list and `systemId` from " +
    "healthcheck.get, never names.",
  quotes: ({ input, result }) =>
    result ? quotedInCheck(result) : [checks.quoted({ id: input.id }), checks.quotedParent({ id: input.systemId })],
  async preview(ctx, { id, systemId }) {
    const before = await checks.readToChange(ctx, id)
    const left = await asFeedback("systemId", () => planUnassign(ctx, before, systemId))
    const things = await checks.parentCards(ctx, [systemId])
    const { name = "" } = things[0] ?? {}
    return {
      summary: `Let ${quoteName(before.name)} no longer run for ${quoteName(name)}`,
      target: { id, name: before.name, version: before.version },
      things: [checks.card(before), ...things],
      consequences: [
        `${quoteName(name)} loses the status that it reported.`,
        ...(left.length === 0 ? ["It is for no other system, so it runs no more."] : []),
      ],
    }
  },
})
