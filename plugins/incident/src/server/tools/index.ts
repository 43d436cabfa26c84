import type { Tool } from "@countersign/core/server"
import { addLinkTool } from "./add-link-tool.ts"
import { addUpdateTool } from "./add-update-tool.ts"
import { createTool } from "./create-tool.ts"
import { deleteTool } from "./delete-tool.ts"
import { deleteUpdateTool } from "./delete-update-tool.ts"
import { getTool } from "./get-tool.ts"
import { listTool } from "./list-tool.ts"
import { removeLinkTool } from "./remove-link-tool.ts"
import { resolveTool } from "./resolve-tool.ts"
import { summarizeTool } from "./summarize-tool.ts"
import { updateTool } from "./update-tool.ts"

export const incidentTools: readonly Tool[] = [
  listTool,
  getTool,
  summarizeTool,
  createTool,
  updateTool,
  addUpdateTool,
  resolveTool,
  addLinkTool,
  removeLinkTool,
  deleteUpdateTool,
  deleteTool,
]
