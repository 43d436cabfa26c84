import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { deleteGroup, planGroupDeletion } from "../groups/delete-group.ts"
import { quotedGroup } from "./quoted.ts"
import { groupThing } from "./system-card.ts"

export const deleteGroupTool = defineTool({
  name: "deleteGroup",
  describe: () => "Delete a group",
  verb: deleteGroup,
  description:
    "Delete a group, only when the operator asks for exactly that. Its systems stay in the catalog. Pass an id from " +
    "catalog.listGroups, never a name.",
  // What went with it is told by name alone.
  quotes: ({ input, result }) => (result ? "outside" : [quotedGroup({ id: input.groupId })]),
  async preview(ctx, { groupId }) {
    const { group, members, deletion } = await planGroupDeletion(ctx, groupId)
    return {
      summary: `Delete the group ${quoteName(group.name)}`,
      target: group,
      after: null,
      things: [groupThing(group), ...members.map(({ id, name }) => ({ type: "catalog.system", id, name }))],
      consequences: deletion.consequences.map(({ sentence }) => sentence),
    }
  },
})
