import { quoteName } from "@countersign/core/contract"
import { defineTool } from "@countersign/core/server"
import { setSystemEnvironments } from "../systems/update-system.ts"
import { previewSystemChange } from "./preview-system-change.ts"
import { quotedInSystem, quotedSystem } from "./quoted.ts"

export const setSystemEnvironmentsTool = defineTool({
  name: "setSystemEnvironments",
  describe: ({ systemId }, say) => `Set the environments of ${say.name(systemId) ?? "a system"}`,
  verb: setSystemEnvironments,
  description:
    "Say in which environments a system runs. Pass the system's id from catalog.listSystems and all environment ids " +
    "that shall hold, from catalog.listEnvironments: the list replaces the old one, and an empty list clears it.",
  quotes: ({ input, result }) => (result ? quotedInSystem(result) : [quotedSystem({ id: input.systemId })]),
  preview: (ctx, { systemId, environmentIds }) =>
    previewSystemChange(
      ctx,
      systemId,
      { environmentIds: [...new Set(environmentIds)] },
      ({ name }) => `Set the environments of the system ${quoteName(name)}`,
    ),
})
