import { defineTool, leanResult } from "@countersign/core/server"
import { listEnvironments } from "../list-environments.ts"

export const listEnvironmentsTool = defineTool({
  name: "listEnvironments",
  words: "Looked at the environments",
  verb: listEnvironments,
  description:
    "List the environments such as production or staging, with their fields and how many systems run in each. Call it " +
    "to find an environment's id. Pass `text` to search names and descriptions.",
  // Descriptions are read one by one, where they count as what others wrote: a list must not take auto mode away.
  projectResult: (page) =>
    leanResult(page, { drop: ["version", "createdAt", "updatedAt", "description"], longest: 300 }),
})
