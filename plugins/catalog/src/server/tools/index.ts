import type { Tool } from "@countersign/core/server"
import { addSystemToGroupTool } from "./add-system-to-group-tool.ts"
import { changesTool } from "./changes-tool.ts"
import { createEnvironmentTool } from "./create-environment-tool.ts"
import { createGroupTool } from "./create-group-tool.ts"
import { createSystemTool } from "./create-system-tool.ts"
import { deleteEnvironmentTool } from "./delete-environment-tool.ts"
import { deleteGroupTool } from "./delete-group-tool.ts"
import { deleteSystemTool } from "./delete-system-tool.ts"
import { getSystemTool } from "./get-system-tool.ts"
import { issuesTool } from "./issues-tool.ts"
import { listEnvironmentsTool } from "./list-environments-tool.ts"
import { listGroupsTool } from "./list-groups-tool.ts"
import { listSystemsTool } from "./list-systems-tool.ts"
import { recordChangeTool } from "./record-change-tool.ts"
import { removeSystemFromGroupTool } from "./remove-system-from-group-tool.ts"
import { setSystemEnvironmentsTool } from "./set-system-environments-tool.ts"
import { updateGroupTool } from "./update-group-tool.ts"
import { updateSystemTool } from "./update-system-tool.ts"

export const catalogTools: readonly Tool[] = [
  issuesTool,
  listSystemsTool,
  getSystemTool,
  listGroupsTool,
  listEnvironmentsTool,
  changesTool,
  recordChangeTool,
  createSystemTool,
  updateSystemTool,
  setSystemEnvironmentsTool,
  deleteSystemTool,
  createGroupTool,
  updateGroupTool,
  addSystemToGroupTool,
  removeSystemFromGroupTool,
  deleteGroupTool,
  createEnvironmentTool,
  deleteEnvironmentTool,
]
