import type { AccessRule } from "../../contract/access.ts"
import type { AskedScope } from "../../contract/platform/oauth.ts"
import { OFFLINE_ACCESS, rulesOfScope } from "../../identity/oauth/oauth-scopes.ts"
import { holds, type Principal } from "../../identity/principal/principal.ts"
import type { RuleRegistry } from "../../identity/principal/rule-registry.ts"

const BUNDLES: Record<string, string> = {
  read: "See everything that you can see",
  write: "Make the changes that you can make, except to people, roles and settings",
  [OFFLINE_ACCESS]: "Stay connected while you are away, until you disconnect it",
}

export function sentenceOf(registry: RuleRegistry, scope: string): string {
  return BUNDLES[scope] ?? registry.rules.get(scope)?.sentence ?? scope
}

/** What a person would let an app have. Never more than they hold: as a rule, or as a grant of a team on some thing. */
export function describeScopes(
  registry: RuleRegistry,
  principal: Principal,
  scopes: readonly string[],
  grantedBefore: ReadonlySet<string>,
): AskedScope[] {
  const alsoRead = scopes.includes("read") ? rulesOfScope(registry, "read") : new Set<string>()
  return scopes.map((scope) => {
    const meant = rulesOfScope(registry, scope)
    const theirs = [...registry.rules.values()].filter((rule) => meant.has(rule.id) && hasSomeOf(principal, rule))
    const isBundle = scope in BUNDLES
    const news = theirs.filter((rule) => scope === "read" || !alsoRead.has(rule.id))
    return {
      scope,
      sentence: sentenceOf(registry, scope),
      includes: isBundle ? news.map((rule) => rule.sentence) : [],
      grantable: scope === OFFLINE_ACCESS || (isBundle ? theirs.length > 0 : theirs.some((rule) => rule.id === scope)),
      granted: grantedBefore.has(scope),
    }
  })
}

function hasSomeOf(principal: Principal, rule: AccessRule): boolean {
  return holds(principal, rule) || (rule.teamScoped && principal.grants.has(rule.resource))
}
