import { systemDeleted } from "@countersign/catalog/contract"
import { definePlugin, reaction } from "@countersign/core/server"
import createWindows from "../migrations/0001-create-windows.ts"
import whenDeleted from "../migrations/0002-when-deleted.ts"
import leftBehind from "../migrations/0003-left-behind.ts"
import nameSkeletons from "../migrations/0004-name-skeletons.ts"
import { maintenanceAssistant } from "./assistant.ts"
import {
  maintenanceContract,
  windowAccess,
  windowApproaching,
  windowCancelled,
  windowChanged,
  windowEnded,
  windowScheduled,
  windowStarted,
} from "./contract.ts"
import { closeWindow } from "./server/close-window.ts"
import { createWindow } from "./server/create-window.ts"
import { deleteWindow } from "./server/delete-window.ts"
import { foreseeSystemDeletion, forgetSystem } from "./server/deleted-system.ts"
import { feed } from "./server/feed.ts"
import { moveOn, mover } from "./server/move-on.ts"
import { getWindow, listIssues, listOccurrences, listWindows, previewWindow } from "./server/read-windows.ts"
import { sample } from "./server/sample.ts"
import { createTool } from "./server/tools/create-tool.ts"
import { closeTool, deleteTool } from "./server/tools/ending-tools.ts"
import { readingTools } from "./server/tools/reading-tools.ts"
import { updateTool } from "./server/tools/update-tool.ts"
import { updateWindow } from "./server/update-window.ts"
import { windows } from "./server/window-store.ts"
import { windowTimeline } from "./server/window-timeline.ts"

export const maintenancePlugin = definePlugin({
  id: "maintenance",
  requires: ["catalog"],
  contract: maintenanceContract,
  access: [windowAccess],
  migrations: [createWindows, whenDeleted, leftBehind, nameSkeletons],
  verbs: {
    ...windowTimeline.verbs,
    ...feed.verbs,
    ...sample,
    list: listWindows,
    get: getWindow,
    listOccurrences,
    preview: previewWindow,
    create: createWindow,
    update: updateWindow,
    close: closeWindow,
    delete: deleteWindow,
    listIssues,
    foreseeSystemDeletion,
    forgetSystem,
    moveOn,
  },
  routes: [feed.route],
  events: [windowScheduled, windowChanged, windowApproaching, windowStarted, windowEnded, windowCancelled],
  reactions: [reaction(systemDeleted, forgetSystem)],
  workers: [mover],
  consequences: [{ resource: "catalog.system", verb: foreseeSystemDeletion }],
  issues: { name: "Maintenance", verb: listIssues },
  tools: [...readingTools, createTool, updateTool, closeTool, deleteTool, ...windowTimeline.tools],
  things: [windows.kind],
  names: [windows.named],
  assistant: maintenanceAssistant,
  sample: { add: sample.addSample, remove: sample.removeSample },
  refersToSample: sample.referToSample,
  erasePerson: windowTimeline.verbs.erasePerson,
})
