import type { Registry } from "@countersign/core/web"

/**
 * Things that a tool told of, by name, with their pages. A result says what an entry is by the key it stands under
 * (`systems`), or by the tool's own name (`catalog.listSystems`, `incident.get`).
 */
export function namedThings(registry: Registry, toolName: string, result: string): [name: string, path: string][] {
  let value: unknown
  try {
    value = JSON.parse(result)
  } catch {
    return []
  }
  const found: [string, string][] = []
  visit(registry, value, typeOfTool(registry, toolName), found)
  return found
}

function visit(registry: Registry, value: unknown, type: string | undefined, found: [string, string][]): void {
  if (found.length >= MOST || value === null || typeof value !== "object") return
  if (Array.isArray(value)) {
    for (const one of value) visit(registry, one, type, found)
    return
  }
  const { id, name, title } = value as Record<string, unknown>
  const label = typeof name === "string" ? name : title
  const path = type && typeof id === "string" && typeof label === "string" && registry.thingPath({ type, id })
  if (path) found.push([label as string, path])
  for (const [key, inner] of Object.entries(value))
    visit(registry, inner, WRAPPERS.has(key) ? type : typeOfKey(registry, key), found)
}

const MOST = 300
/** Keys that say nothing about what they hold. */
const WRAPPERS = new Set(["items", "result", "data"])

function typeOfKey({ thingTypes }: Registry, key: string): string | undefined {
  const noun = key.replace(/s$/, "").toLowerCase()
  return thingTypes().find((type) => nounOf(type) === noun)
}

function typeOfTool({ thingTypes }: Registry, toolName: string): string | undefined {
  const [plugin = "", verb = ""] = toolName.split(".")
  const own = thingTypes().filter((type) => type.startsWith(`${plugin}.`))
  return own.find((type) => verb.toLowerCase().includes(nounOf(type))) ?? own.find((type) => nounOf(type) === plugin)
}

function nounOf(type: string): string {
  return (type.split(".").at(-1) ?? "").toLowerCase()
}
