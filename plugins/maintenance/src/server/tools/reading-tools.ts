import { readingTools as toolsOf } from "@countersign/core/server"
import { getWindow, listWindows } from "../read-windows.ts"
import { windows } from "../window-store.ts"
import { quotedInWindow } from "./window-card.ts"

export const readingTools = toolsOf(
  windows,
  { list: listWindows, get: getWindow },
  {
    one: "a maintenance window",
    list:
      'List maintenance windows, the next first. Call it to find a window\'s id or to see what is planned. Pass `state: "open"` ' +
      "for what is in progress or to come, `systemId` (from catalog.listSystems) for one system, `status`, or `text` to search " +
      "titles and descriptions.",
    get: "with its timeline, newest update first, its links and the open windows it overlaps",
    quotes: quotedInWindow,
  },
)
