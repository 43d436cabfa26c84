import type { RuleRegistry } from "../principal/rule-registry.ts"

/** What gives a client refresh tokens. It stands for no rule. */
export const OFFLINE_ACCESS = "offline_access"

/** The rule ids that a scope stands for, implied ones included; none for one that is not known here. */
export function rulesOfScope(registry: RuleRegistry, scope: string): ReadonlySet<string> {
  const ids = [...registry.rules.keys()]
  if (scope === "read") return registry.expand(ids.filter(isRead))
  if (scope === "write") return new Set([...registry.expand(ids.filter(isNotPlatform))].filter(isNotAdministration))
  return registry.rules.has(scope) ? registry.expand([scope]) : new Set()
}

export function expandScopes(registry: RuleRegistry, scopes: readonly string[]): ReadonlySet<string> {
  return new Set(scopes.flatMap((scope) => [...rulesOfScope(registry, scope)]))
}

export function isKnownScope(registry: RuleRegistry, scope: string): boolean {
  return ["read", "write", OFFLINE_ACCESS].includes(scope) || registry.rules.has(scope)
}

function isRead(id: string): boolean {
  return id.endsWith(".read")
}

function isNotPlatform(id: string): boolean {
  return !id.startsWith("platform.")
}

/** People, roles, keys, settings: an app gets those one by one, by the rule's own name, or not at all. */
function isNotAdministration(id: string): boolean {
  return isNotPlatform(id) || isRead(id)
}
