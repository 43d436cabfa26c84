import { type AccessRule, type GrantLevel, grantIncludes } from "../../contract/access.ts"

/** Who is calling. Everything a verb does, it does as one of these. */
export type Principal = UserPrincipal | ApplicationPrincipal | ServicePrincipal | AnonymousPrincipal

interface Holder {
  readonly id: string
  readonly name: string
  /** Rule ids held through roles, implied ones included; `*` is the administrator's. */
  readonly rules: ReadonlySet<string>
  readonly teamIds: readonly string[]
  /** The highest grant level held on any thing, by resource: tells whether a scoped procedure is worth entering. */
  readonly grants: ReadonlyMap<string, GrantLevel>
  /** Set when a person granted only a part of what they hold: rules outside it open nothing, not even through a grant. */
  readonly scopes?: ReadonlySet<string>
}

export interface UserPrincipal extends Holder {
  readonly kind: "user"
  readonly email: string
  readonly sessionId: string | null
}

/** An API key's application, or an OAuth client: then its id is the client's, and it acts for a person within `scopes`. */
export interface ApplicationPrincipal extends Holder {
  readonly kind: "application"
  /** An administrator trusts this client to confirm mutate tools itself. */
  readonly confirms?: boolean
  /** The API key it came with. */
  readonly keyId?: string
  readonly actsFor?: {
    readonly id: string
    readonly name: string
    readonly grantId: string
    /** All that the person holds, `*` included: tells whether a wider scope would help. It opens nothing. */
    readonly rules?: ReadonlySet<string>
  }
}

/** The platform itself: jobs and reactions. It may never drive the tool registry. */
export interface ServicePrincipal extends Holder {
  readonly kind: "service"
}

export interface AnonymousPrincipal extends Holder {
  readonly kind: "anonymous"
}

const NOTHING = { rules: new Set<string>(), teamIds: [], grants: new Map<string, GrantLevel>() }

export function servicePrincipal(name: string): ServicePrincipal {
  return { kind: "service", id: `service:${name}`, name, ...NOTHING }
}

export function anonymousPrincipal(rules: ReadonlySet<string>): AnonymousPrincipal {
  return { kind: "anonymous", id: "anonymous", name: "Anonymous", ...NOTHING, rules }
}

export function holds(principal: Principal, rule: AccessRule | string): boolean {
  if (principal.kind === "service") return true
  return principal.rules.has("*") || principal.rules.has(typeof rule === "string" ? rule : rule.id)
}

/** Those of the rules that a person kept back when they connected the app that calls. */
export function outsideScopes(principal: Principal, rules: readonly AccessRule[]): AccessRule[] {
  const { scopes } = principal
  return scopes ? rules.filter((rule) => !scopes.has(rule.id)) : []
}

export function holdsGrantSomewhere(principal: Principal, resource: string, level: GrantLevel): boolean {
  const held = principal.grants.get(resource)
  return held !== undefined && grantIncludes(held, level)
}
