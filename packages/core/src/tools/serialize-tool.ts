import type { RegisteredTool } from "../access/points/tool.ts"
import { rulesOf } from "../contract/access.ts"
import { outputSchemaOf } from "../contract/procedure.ts"
import { TOOL_SCOPES, type ToolDescriptor } from "../contract/tool.ts"
import { toJsonSchema } from "../http/json-schema.ts"
import { modelSchemaOf } from "./tool-input.ts"

const made = new WeakMap<RegisteredTool, ToolDescriptor>()

/** The one description of a tool: the same JSON Schema goes to providers, to MCP clients and to the tools page. */
export function serializeTool(tool: RegisteredTool): ToolDescriptor {
  let descriptor = made.get(tool)
  if (!descriptor) {
    const outputSchema = toJsonSchema(outputSchemaOf(tool.verb.procedure), "output")
    descriptor = {
      name: tool.name,
      wireName: tool.wireName,
      description: tool.description,
      effect: tool.effect,
      inputSchema: { ...toJsonSchema(modelSchemaOf(tool), "input"), type: "object" },
      ...(outputSchema.type === "object" ? { outputSchema } : {}),
      requiredAccessRules: rulesOf(tool.procedure.access).map((rule) => rule.id),
      scopes: [...(tool.scopes ?? TOOL_SCOPES)],
      quotes: typeof tool.quotes === "function" ? "things" : tool.quotes,
      egress: tool.egress ?? null,
      draft: tool.draft,
      alwaysSign: tool.alwaysSign === true,
    }
    made.set(tool, descriptor)
  }
  return descriptor
}
