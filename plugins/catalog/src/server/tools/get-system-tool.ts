import { defineTool, leanResult } from "@countersign/core/server"
import { getSystem } from "../systems/get-system.ts"
import { quotedInSystem, quotedSystem } from "./quoted.ts"

export const getSystemTool = defineTool({
  name: "getSystem",
  describe: ({ systemId }, say) => `Looked at ${say.name(systemId) ?? "a system"}`,
  verb: getSystem,
  description:
    "Read one system: who to call, links, metadata, and why it has its status. Call it before changing a system's " +
    "lists, because a list that is given replaces the old one. Pass an id from catalog.listSystems, never a name.",
  quotes: ({ input, result }) => (result ? quotedInSystem(result) : [quotedSystem({ id: input.systemId })]),
  projectResult: (system) => leanResult(system, { drop: ["version", "reporter"], longest: 2_000 }),
})
