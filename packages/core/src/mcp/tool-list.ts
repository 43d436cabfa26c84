import type { Tool } from "@modelcontextprotocol/server"
import type { RegisteredTool } from "../access/points/tool.ts"
import type { Runtime } from "../access/runtime.ts"
import type { Principal } from "../identity/principal/principal.ts"
import { resolveTools } from "../tools/resolve-tools.ts"
import { serializeTool } from "../tools/serialize-tool.ts"
import { AWAITING_SIGNATURE_SCHEMA } from "./awaiting-signature.ts"
import { CONFIRM_TOOLS, confirmsItself } from "./confirm-tools.ts"
import { announceCuts } from "./tool-result.ts"

const definitions = new WeakMap<RegisteredTool, Tool>()
/** Principals are loaded anew whenever what they hold may have changed, so a list lives as long as it is right. */
const lists = new WeakMap<Principal, Tool[]>()

export function listTools(runtime: Runtime, principal: Principal): Tool[] {
  let list = lists.get(principal)
  if (!list) {
    // A client asks its person in its own way; to the chat's question nobody would answer. Nor has a client a tab.
    const offered = resolveTools(runtime.tools, principal)
      .filter(({ asks, needsTab }) => !asks && !needsTab)
      .map(defineForMcp)
    list = confirmsItself(principal) ? [...CONFIRM_TOOLS, ...offered] : offered
    lists.set(principal, list)
  }
  return list
}

function defineForMcp(tool: RegisteredTool): Tool {
  let definition = definitions.get(tool)
  if (!definition) {
    const { wireName: name, description, inputSchema, outputSchema } = serializeTool(tool)
    const title = tool.procedure.summary.replace(/\.$/, "")
    definition = {
      name,
      title,
      description,
      inputSchema: inputSchema as Tool["inputSchema"],
      ...(outputSchema ? { outputSchema: promised(tool, announceCuts(outputSchema)) as Tool["outputSchema"] } : {}),
      annotations: {
        title,
        readOnlyHint: tool.effect === "read",
        destructiveHint: tool.effect === "destructive",
        openWorldHint: tool.quotes === "outside" || tool.egress !== undefined,
      },
    }
    definitions.set(tool, definition)
  }
  return definition
}

/** Clients hold an answer to the schema of its tool, and a proposal is an answer too. */
function promised(tool: RegisteredTool, output: Record<string, unknown>): Record<string, unknown> {
  const runsAlways = tool.effect === "read" && !tool.egress && !tool.alwaysSign
  // Clients of 2025 accept no other root than an object.
  return runsAlways ? output : { type: "object", anyOf: [output, AWAITING_SIGNATURE_SCHEMA] }
}
