import { defineTool, leanResult } from "@countersign/core/server"
import { listSystems } from "../systems/list-systems.ts"
import { quotedInSystem } from "./quoted.ts"

export const listSystemsTool = defineTool({
  name: "listSystems",
  words: "Looked at systems",
  verb: listSystems,
  description:
    "List the systems in the catalog with their status, owner, groups and environments. Call it to find a system's id " +
    "or to see which systems are unhealthy. Pass `text` to search names, descriptions and tags, and `status`, `tags`, " +
    "`groupId` (from catalog.listGroups) or `environmentId` (from catalog.listEnvironments) to narrow it. A system " +
    "without a status was never reported on. When nextCursor is there, pass it as `after` for the next page.",
  quotes: ({ result }) => result?.items.flatMap(quotedInSystem) ?? [],
  projectResult: (page) =>
    leanResult(page, { drop: ["version", "createdAt", "updatedAt", "description"], longest: 300 }),
})
