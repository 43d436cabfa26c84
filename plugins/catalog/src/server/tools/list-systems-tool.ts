import { defineTool, leanResult } from "@countersign/core/server"
import { listSystems } from "../systems/list-systems.ts"
import { quotedInSystem } from "./quoted.ts"

export const listSystemsTool = defineTool({
  name: "listSystems",
  describe({ text, status = [], tags = [], groupId, ungrouped, environmentId, systemIds }, say) {
    const statuses = status.map((one) => (one === "notReported" ? "unreported" : one)).join(" or ")
    const where = [
      groupId && "in a group",
      ungrouped && "in no group",
      environmentId && "in an environment",
      tags.length > 0 && `tagged ${say.quote(tags.join(", "))}`,
      text && `with ${say.quote(text)}`,
    ]
    const which = say.names(systemIds, "a system", "systems") ?? "systems"
    return ["Looked at", statuses, which, ...where].filter(Boolean).join(" ")
  },
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
