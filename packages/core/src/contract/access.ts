/** The roles every installation starts with. An administrator can edit all but the first. */
export const BUILT_IN_ROLES = ["administrator", "operator", "viewer", "anonymous"] as const
export type BuiltInRole = (typeof BUILT_IN_ROLES)[number]

/** A team's right on one thing; each level includes those before it. */
export const GRANT_LEVELS = ["viewer", "editor", "owner"] as const
export type GrantLevel = (typeof GRANT_LEVELS)[number]

export function grantIncludes(held: GrantLevel, needed: GrantLevel): boolean {
  return GRANT_LEVELS.indexOf(held) >= GRANT_LEVELS.indexOf(needed)
}

export interface AccessRule {
  /** `<plugin>.<resource>.<level>`, e.g. `incident.incident.manage`. */
  readonly id: string
  /** `<plugin>.<resource>`: what grants name before the colon, and what signals announce. */
  readonly resource: string
  /** For people, on the permissions page and in consent screens. */
  readonly sentence: string
  /** Ids of rules that holding this one brings along. */
  readonly implies: readonly string[]
  /** Built-in roles that hold it from its first appearance on. */
  readonly roles: readonly BuiltInRole[]
  /** Whether teams can hold grants on single things of this resource. */
  readonly teamScoped: boolean
}

interface RuleDraft {
  sentence: string
  implies?: readonly (string | AccessRule)[]
  roles?: readonly BuiltInRole[]
}

/**
 * Declares the rules on one resource. `read` goes to viewers and operators, every other level to operators,
 * unless the rule names its roles. The administrator holds `*` and is never listed.
 */
export function defineAccess<const Levels extends Record<string, string | RuleDraft>>(
  resource: string,
  levels: Levels,
  options: { teamScoped?: boolean } = {},
): { readonly [Level in keyof Levels]: AccessRule } {
  const rules = Object.entries(levels).map(([level, draft]) => {
    const { sentence, implies = [], roles } = typeof draft === "string" ? { sentence: draft } : (draft as RuleDraft)
    const rule: AccessRule = {
      id: `${resource}.${level}`,
      resource,
      sentence,
      // A bare word names another level of the same resource.
      implies: implies.map((other) =>
        typeof other !== "string" ? other.id : other.includes(".") ? other : `${resource}.${other}`,
      ),
      roles: roles ?? (level === "read" ? ["viewer", "operator"] : ["operator"]),
      teamScoped: options.teamScoped ?? false,
    }
    return [level, rule] as const
  })
  return Object.fromEntries(rules) as { readonly [Level in keyof Levels]: AccessRule }
}

/**
 * Who may call a procedure: holders of a rule (or of all listed rules), or one of these groups.
 * `anyone` includes people who are not signed in; `internal` is for the platform's own jobs.
 */
export type Access = AccessRule | readonly AccessRule[] | "anyone" | "signedIn" | "person" | "internal"

export function rulesOf(access: Access): readonly AccessRule[] {
  if (typeof access === "string") return []
  return Array.isArray(access) ? (access as readonly AccessRule[]) : [access as AccessRule]
}

/**
 * How a procedure on a team-scopable resource finds the things it touches.
 * - `input`: ids stand in the input at `path`; `implement` checks them before the handler runs.
 * - `list`: the handler filters what it returns with `ctx.reach`.
 * - `parent`: the right comes from other things (an incident's systems); the handler narrows with `ctx.reach`.
 * - `rule`: single things play no part (creating one, say), so only the rule counts.
 */
export type Scope =
  | { readonly by: "input"; readonly path: string; readonly level: GrantLevel; readonly resource?: string }
  | { readonly by: "list"; readonly level?: GrantLevel; readonly resource?: string }
  | { readonly by: "parent"; readonly level: GrantLevel; readonly resource: string }
  | { readonly by: "rule" }

/** Postgres reads a UUID in any case, but grants and private marks are text: without this, capitals would pass by them. */
export function canonicalId(id: string): string {
  return isUuid(id) ? id.toLowerCase() : id
}

/** As Postgres writes one, in any case. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}
