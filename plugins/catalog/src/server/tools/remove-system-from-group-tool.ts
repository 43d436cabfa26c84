import { defineTool } from "@countersign/core/server"
import { removeSystemFromGroup } from "../groups/group-members.ts"
import { previewMembership } from "./preview-membership.ts"
import { quotedGroup, quotedSystem } from "./quoted.ts"

export const removeSystemFromGroupTool = defineTool({
  name: "removeSystemFromGroup",
  describe: ({ systemIds }, say) => `Take ${say.names(systemIds, "a system", "systems") ?? "systems"} out of a group`,
  verb: removeSystemFromGroup,
  description:
    "Take one or more systems out of a group; they stay in the catalog. Pass the group's id from catalog.listGroups and " +
    "system ids from catalog.listSystems with its `groupId`, never names.",
  quotes: ({ input, result }) =>
    result
      ? [...result.removed, ...result.notIn].map(quotedSystem)
      : [quotedGroup({ id: input.groupId }), ...input.systemIds.map((id) => quotedSystem({ id }))],
  preview: (ctx, input) => previewMembership(ctx, input, false),
  undo: {
    tool: "catalog.addSystemToGroup",
    by: ({ groupId }, { removed }) =>
      removed.length === 0
        ? null
        : {
            input: { groupId, systemIds: removed.map(({ id }) => id) },
            label: "Put back",
          },
  },
})
