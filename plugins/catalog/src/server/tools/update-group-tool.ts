import { asFeedback, defineTool, ToolValidationError } from "@countersign/core/server"
import { demandFreeName } from "../free-name.ts"
import { updateGroup } from "../groups/change-group.ts"
import { findGroup } from "../groups/group-store.ts"
import { groupNotFound } from "../refusals.ts"
import { changeSummary } from "./change-summary.ts"
import { quotedGroup } from "./quoted.ts"
import { groupThing } from "./system-card.ts"

export const updateGroupTool = defineTool({
  name: "updateGroup",
  describe: ({ name }, say) => (name ? `Change a group and call it ${say.quote(name)}` : "Change a group"),
  verb: updateGroup,
  description:
    "Change a group's name or description. Pass its id from catalog.listGroups and only what changes. Which systems " +
    "are in it is changed with catalog.addSystemToGroup and catalog.removeSystemFromGroup.",
  quotes: ({ input, result }) => [quotedGroup(result ?? { id: input.groupId })],
  async preview(ctx, { groupId, ...draft }) {
    if (draft.name === undefined && draft.description === undefined)
      throw new ToolValidationError([{ path: "", message: "Pass a new name or a new description." }])
    const target = await findGroup(ctx.tx, groupId)
    if (!target) throw groupNotFound(groupId)
    await asFeedback("name", () => demandFreeName(ctx.tx, "group", draft.name, groupId))
    return {
      summary: changeSummary("group", target.name, draft),
      target,
      after: { ...target, ...draft },
      things: [groupThing(target)],
    }
  },
})
