import { defineTool, leanResult } from "@countersign/core/server"
import { getWindow, listWindows } from "../read-windows.ts"
import { windows } from "../window-store.ts"
import { quotedInWindow } from "./window-card.ts"

export const listTool = defineTool({
  name: "list",
  describe: ({ systemId, text }, say) =>
    [
      "Looked at maintenance windows",
      systemId && `of ${say.name(systemId) ?? "a system"}`,
      text && `with ${say.quote(text)}`,
    ]
      .filter(Boolean)
      .join(" "),
  verb: listWindows,
  description:
    'List maintenance windows, the next first. Call it to find a window\'s id or to see what is planned. Pass `state: "open"` ' +
    "for what is in progress or to come, `systemId` (from catalog.listSystems) for one system, `status`, or `text` to search " +
    "titles and descriptions. When nextCursor is there, pass it as `after` for the next page.",
  quotes: ({ result }) => result?.items.flatMap(quotedInWindow) ?? [],
  projectResult: (page) => leanResult(page, { drop: ["version"], longest: 300 }),
})

export const getTool = defineTool({
  name: "get",
  describe: ({ id }, say) => `Looked at ${say.name(id) ?? "a maintenance window"}`,
  verb: getWindow,
  description:
    "Read one maintenance window with its timeline, newest update first, its links and the open windows it overlaps. Call it " +
    "before changing a window, and for the ids of updates and links. Pass an id from maintenance.list, never a title.",
  quotes: ({ input, result }) => (result ? quotedInWindow(result) : [windows.quoted(input)]),
  projectResult: (window) => leanResult(window, { drop: ["version", "nextUpdateCursor"], longest: 2_000 }),
})
