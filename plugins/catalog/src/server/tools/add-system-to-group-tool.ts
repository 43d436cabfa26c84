import { defineTool } from "@countersign/core/server"
import { addSystemToGroup } from "../groups/group-members.ts"
import { previewMembership } from "./preview-membership.ts"
import { quotedGroup, quotedSystem } from "./quoted.ts"

export const addSystemToGroupTool = defineTool({
  name: "addSystemToGroup",
  describe: ({ systemIds }, say) => `Add ${say.names(systemIds, "a system", "systems") ?? "systems"} to a group`,
  verb: addSystemToGroup,
  description:
    "Put one or more systems into a group; they stay in the groups they are in. Pass the group's id from " +
    "catalog.listGroups and system ids from catalog.listSystems, never names.",
  quotes: ({ input, result }) =>
    result
      ? [...result.added, ...result.alreadyIn].map(quotedSystem)
      : [quotedGroup({ id: input.groupId }), ...input.systemIds.map((id) => quotedSystem({ id }))],
  preview: (ctx, input) => previewMembership(ctx, input, true),
  undo: {
    tool: "catalog.removeSystemFromGroup",
    by: ({ groupId }, { added }) =>
      added.length === 0
        ? null
        : {
            input: { groupId, systemIds: added.map(({ id }) => id) },
            label: "Take out again",
          },
  },
})
