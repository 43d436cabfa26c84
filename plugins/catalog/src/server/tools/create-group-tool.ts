import { quoteName } from "@countersign/core/contract"
import { asFeedback, defineTool } from "@countersign/core/server"
import { demandFreeName } from "../free-name.ts"
import { createGroup } from "../groups/change-group.ts"
import { quotedGroup } from "./quoted.ts"

export const createGroupTool = defineTool({
  name: "createGroup",
  describe: ({ name }, say) => (name ? `Add the group ${say.quote(name)}` : "Add a group"),
  verb: createGroup,
  description:
    "Add a group of systems when the operator asks for one that is not there yet; look with catalog.listGroups first. " +
    "Systems are put into it with catalog.addSystemToGroup once it exists.",
  quotes: ({ result }) => (result ? [quotedGroup(result)] : []),
  async preview(ctx, draft) {
    await asFeedback("name", () => demandFreeName(ctx.tx, "group", draft.name))
    return { summary: `Add the group ${quoteName(draft.name)}`, after: draft }
  },
})
