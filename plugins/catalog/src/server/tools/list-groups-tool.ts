import { defineTool, leanResult } from "@countersign/core/server"
import { listGroups } from "../groups/list-groups.ts"
import { quotedGroup } from "./quoted.ts"

export const listGroupsTool = defineTool({
  name: "listGroups",
  describe: ({ text }, say) => `Looked at the groups${text ? ` with ${say.quote(text)}` : ""}`,
  verb: listGroups,
  description:
    "List the groups of systems with the worst status in each and the number of its systems. Call it to find a group's " +
    "id or for an overview by group. Pass `text` to search names and descriptions. The systems of a group come from " +
    "catalog.listSystems with its `groupId`.",
  quotes: ({ result }) => result?.items.map(quotedGroup) ?? [],
  projectResult: (page) =>
    leanResult(page, { drop: ["version", "createdAt", "updatedAt", "description"], longest: 300 }),
})
