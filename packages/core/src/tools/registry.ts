import { isVerb } from "../access/implement.ts"
import type { RegisteredTool, Tool, ToolRegistry } from "../access/points/tool.ts"
import type { RegisteredPlugin } from "../access/runtime.ts"
import { metaOf } from "../contract/procedure.ts"
import { TOOL_SCOPES } from "../contract/tool.ts"
import { DeveloperError } from "../errors.ts"
import { serializeTool } from "./serialize-tool.ts"

const WIRE_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Mistakes stop the start: a tool that is half right would fail in front of a model, at night. */
export function createToolRegistry(plugins: readonly RegisteredPlugin[]): ToolRegistry {
  const byWireName = new Map<string, RegisteredTool>()
  for (const plugin of plugins) {
    for (const tool of plugin.tools ?? []) {
      const registered = register(plugin, tool)
      const twin = byWireName.get(registered.wireName)
      if (twin)
        throw new DeveloperError(
          `Plugin "${plugin.id}" registers the tool "${registered.name}" twice (${twin.definedIn()}, ${tool.definedIn()}).`,
        )
      const rival = [...byWireName.values()].find(({ procedure }) => procedure.id === registered.procedure.id)
      if (rival && registered.procedure.egress)
        throw new DeveloperError(
          `The tools "${rival.name}" and "${registered.name}" both reach outside by ${registered.procedure.id}: offer it once, so that one switch closes it.`,
        )
      byWireName.set(registered.wireName, registered)
    }
  }
  const tools = [...byWireName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const tool of tools) {
    for (const other of tool.otherNames) {
      const twin = byWireName.get(other)
      if (twin && twin !== tool)
        throw new DeveloperError(
          `The tool "${tool.name}" (${tool.definedIn()}) is also called "${other}", which is "${twin.name}" (${twin.definedIn()}) already.`,
        )
      byWireName.set(other, tool)
    }
  }
  return { tools, find: (name) => byWireName.get(name.replaceAll(".", "_")) }
}

function register(plugin: RegisteredPlugin, tool: Tool): RegisteredTool {
  const name = `${plugin.id}.${tool.name}`
  const complain = (what: string): never => {
    throw new DeveloperError(`The tool "${name}" (${tool.definedIn()}) ${what}`)
  }
  const wireName = name.replaceAll(".", "_")
  if (!WIRE_NAME.test(wireName))
    complain(`has an illegal name: "${wireName}" must be 1 to 64 letters, digits, "_" or "-".`)
  const otherNames = (tool.aliases ?? []).flatMap((alias) => [alias, `${plugin.id}_${alias}`])
  const illegal = otherNames.find((other) => !WIRE_NAME.test(other))
  if (illegal !== undefined) complain(`has an illegal alias: "${illegal}" must be 1 to 64 letters, digits, "_" or "-".`)
  if (tool.name.startsWith(`${plugin.id}.`))
    complain(`carries its plugin's id in its name; write "${tool.name.slice(plugin.id.length + 1)}".`)
  if (!isVerb(tool.verb)) complain(`has no verb: "verb" takes what implement() made.`)
  const procedure = metaOf(tool.verb.procedure)
  if (!procedure.effect) complain(`has a verb without "effect": say in ${procedure.id} what it does to the world.`)
  if (!tool.description.trim()) complain(`has an empty "description": say when to call it and what to pass.`)
  if (procedure.effect !== "read" && !tool.preview)
    complain(`changes things but has no "preview": people sign what they can see.`)
  if (tool.egress && !hasField(tool, tool.egress))
    complain(`names "${tool.egress}" as "egress", which its input lacks.`)
  if (tool.egress && !procedure.egress)
    complain(`reaches outside, which ${procedure.id} does not say: add "egress: true" there, so that it is guarded.`)
  for (const scope of tool.scopes ?? [])
    if (!TOOL_SCOPES.includes(scope)) complain(`names "${scope}" in "scopes"; there are ${TOOL_SCOPES.join(", ")}.`)
  const registered = { ...tool, name, wireName, otherNames, plugin: plugin.id, procedure, effect: procedure.effect }
  try {
    serializeTool(registered)
  } catch (error) {
    complain(`cannot be described as JSON Schema: ${(error as Error).message}`)
  }
  return registered
}

function hasField(tool: Tool, field: string): boolean {
  const schema = tool.verb.procedure["~orpc"].inputSchema as { shape?: Record<string, unknown> } | undefined
  return schema?.shape !== undefined && field in schema.shape
}
