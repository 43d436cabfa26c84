import { assignTool, unassignTool } from "./assign-tools.ts"
import { deleteTool } from "./delete-tool.ts"
import { runHistoryTool, runStatsTool } from "./history-tools.ts"
import { proposeTool } from "./propose-tool.ts"
import { getTool, listSystemChecksTool, listTool, statusTool } from "./reading-tools.ts"
import { pauseTool, resumeTool, runNowTool } from "./running-tools.ts"
import { getScriptContextTool, testScriptTool } from "./script-tools.ts"
import { tryCheckTool } from "./try-tool.ts"
import { updateTool } from "./update-tool.ts"

export const checkTools = [
  statusTool,
  listTool,
  listSystemChecksTool,
  getTool,
  runHistoryTool,
  runStatsTool,
  getScriptContextTool,
  testScriptTool,
  tryCheckTool,
  proposeTool,
  updateTool,
  assignTool,
  unassignTool,
  pauseTool,
  resumeTool,
  runNowTool,
  deleteTool,
]
