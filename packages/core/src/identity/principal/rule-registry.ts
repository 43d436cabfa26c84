import type { AccessRule } from "../../contract/access.ts"

/** Every rule of every plugin, and what holding some of them amounts to. */
export interface RuleRegistry {
  readonly rules: ReadonlyMap<string, AccessRule>
  /** Adds what the given rules imply, to any depth. */
  expand(ruleIds: Iterable<string>): ReadonlySet<string>
}

export function createRuleRegistry(rules: readonly AccessRule[]): RuleRegistry {
  const byId = new Map(rules.map((rule) => [rule.id, rule]))
  return {
    rules: byId,
    expand(ruleIds) {
      const held = new Set<string>()
      const open = [...ruleIds]
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (held.has(id)) continue
        held.add(id)
        open.push(...(byId.get(id)?.implies ?? []))
      }
      return held
    },
  }
}
