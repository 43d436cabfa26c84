import { listed, quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { checkChange } from "../changes/check-change.ts"
import { recordChange } from "../changes/record-change.ts"
import { quotedEnvironment, quotedInChange, quotedSystem } from "./quoted.ts"
import { environmentThing, systemThing } from "./system-card.ts"

export const recordChangeTool = defineTool({
  name: "recordChange",
  describe({ what, systemIds, systemNames = [] }, say) {
    const named = systemNames.length > 0 ? listed(systemNames.map(say.quote), 2) : undefined
    const systems = say.names(systemIds, "a system", "systems") ?? named
    return ["Record", what ? `the change ${say.quote(what)}` : "a change", systems && `of ${systems}`]
      .filter(Boolean)
      .join(" ")
  },
  verb: recordChange,
  description:
    "Record that systems were changed, such as a deployment, when the operator tells of one; it is shown on their timelines. " +
    "It changes nothing in the systems themselves. Pass `systemIds` from catalog.listSystems and `environmentId` from " +
    "catalog.listEnvironments rather than names, the version as `release`, and `at` unless it happened just now.",
  // A name that nothing has is answered with names of other systems.
  quotes: ({ input, result }) =>
    result
      ? quotedInChange(result)
      : input.systemNames.length > 0
        ? "outside"
        : [
            ...input.systemIds.map((id) => quotedSystem({ id })),
            ...(input.environmentId ? [quotedEnvironment({ id: input.environmentId })] : []),
          ],
  async preview(ctx, draft) {
    const { systems, environment } = await asFeedback("systemIds", () => checkChange(ctx, draft))
    const names = listed(systems.map(({ name }) => quoteName(name)))
    return {
      summary: `Record the change ${quoteName(draft.what)} of ${names}`,
      things: [...systems.map(systemThing), ...(environment ? [environmentThing(environment)] : [])],
    }
  },
})
