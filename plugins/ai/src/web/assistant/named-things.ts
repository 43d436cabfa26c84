import type { Registry } from "@countersign/core/web"

/**
 * Things that a tool told of, by name, with their pages. A result says what an entry is by its own `type` or `kind`, by the key it
 * stands under (`systems`), or by the tool's own name (`catalog.listSystems`, `maintenance.get`).
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
  const { id, name, title, type: said, kind } = value as Record<string, unknown>
  const label = typeof name === "string" ? name : title
  const own =
    registry.thingTypes().find((one) => one === said) ?? (typeof kind === "string" ? typeOfKey(registry, kind) : type)
  const path = own && typeof id === "string" && typeof label === "string" && registry.thingPath({ type: own, id })
  if (path) found.push([label as string, path])
  for (const [key, inner] of Object.entries(value))
    visit(registry, inner, WRAPPERS.has(key) ? type : typeOfKey(registry, key), found)
}

const MOST = 300
/** Keys that say nothing about what they hold, or only what became of it. */
const WRAPPERS = new Set(["items", "result", "data", "added", "removed", "alreadyIn", "notIn"])

function typeOfKey({ thingTypes }: Registry, key: string): string | undefined {
  const noun = key.replace(/s$/, "").toLowerCase()
  const types = thingTypes()
  // `checks` are those of `healthcheck.healthcheck`.
  return (
    types.find((type) => nounOf(type) === noun) ?? types.find((type) => noun.length > 3 && nounOf(type).endsWith(noun))
  )
}

function typeOfTool({ thingTypes }: Registry, toolName: string): string | undefined {
  const [plugin = "", verb = ""] = toolName.split(".")
  const own = thingTypes().filter((type) => type.startsWith(`${plugin}.`))
  const named = own.find((type) => verb.toLowerCase().includes(nounOf(type)))
  // A verb that names nothing speaks of what its plugin is about: `list`, but not `listGroups`.
  const only = own.length === 1 && /^[a-z]+$/.test(verb) ? own[0] : undefined
  return named ?? own.find((type) => nounOf(type) === plugin) ?? only
}

function nounOf(type: string): string {
  return (type.split(".").at(-1) ?? "").toLowerCase()
}
