import { defineTool, ToolValidationError } from "@countersign/core/server"
import { updateSystem } from "../systems/update-system.ts"
import { changeSummary } from "./change-summary.ts"
import { previewSystemChange } from "./preview-system-change.ts"
import { quotedInSystem, quotedSystem } from "./quoted.ts"

export const updateSystemTool = defineTool({
  name: "updateSystem",
  describe: ({ systemId }, say) => `Change ${say.name(systemId) ?? "a system"}`,
  verb: updateSystem,
  description:
    "Change a system's name, description, owner team, contacts, links, tags, groups, environments or metadata. Pass the " +
    "system's id from catalog.listSystems and only the fields to change. A list that is given replaces the old one: " +
    "read it with catalog.getSystem first and pass all entries that shall stay.",
  quotes: ({ input, result }) => (result ? quotedInSystem(result) : [quotedSystem({ id: input.systemId })]),
  async preview(ctx, { systemId, ...draft }) {
    if (Object.values(draft).every((value) => value === undefined))
      throw new ToolValidationError([
        { path: "", message: "Pass at least one field to change besides the system's id." },
      ])
    return previewSystemChange(ctx, systemId, draft, ({ name }) => changeSummary("system", name, draft))
  },
})
