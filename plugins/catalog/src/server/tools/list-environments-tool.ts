import { defineTool, leanResult } from "@countersign/core/server"
import { listEnvironments } from "../environments/list-environments.ts"
import { quotedEnvironment } from "./quoted.ts"

export const listEnvironmentsTool = defineTool({
  name: "listEnvironments",
  describe: ({ text }, say) => `Looked at the environments${text ? ` with ${say.quote(text)}` : ""}`,
  verb: listEnvironments,
  description:
    "List the environments such as production or staging, with their fields and how many systems run in each. Call it " +
    "to find an environment's id. Pass `text` to search names and descriptions.",
  quotes: ({ result }) => result?.items.map(quotedEnvironment) ?? [],
  projectResult: (page) =>
    leanResult(page, { drop: ["version", "createdAt", "updatedAt", "description"], longest: 300 }),
})
