import { createContext, use, useCallback } from "react"
import { type AccessRule, type GrantLevel, grantIncludes } from "../contract/access.ts"
import type { Me, sessionContract } from "../contract/platform/session.ts"
import { callOptions } from "./use-call.ts"
import { verbsOf } from "./verbs-of.ts"

/** Who is signed in, kept up to date: a role taken away in another browser closes pages here. */
export function meOptions() {
  return callOptions(ME, {}, { alsoShows: ["platform.person", "platform.role", "platform.team"] })
}

// With the first load, which has no contract.
const ME = verbsOf<typeof sessionContract>("platform")("me", { access: "anyone" })

/** The shell sets it around every signed-in page. */
export const MeContext = createContext<Me | null>(null)

/** The person signed in. Only inside the shell's signed-in pages. */
export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error("useMe was called on a page that nobody has signed in to.")
  return me
}

/** `const can = useCan()` and then `can(systemAccess.manage)`: whether to offer something. The server decides again. */
export function useCan(): (rule: AccessRule, level?: GrantLevel) => boolean {
  const me = useMe()
  return useCallback((rule, level) => mayUse(me, rule, level), [me])
}

/**
 * Held through a role, or, for team-scopable resources, through a grant on at least one thing: `viewer` is enough
 * to read and `editor` for the rest unless a level is named.
 */
export function mayUse(me: Me, rule: AccessRule, level?: GrantLevel): boolean {
  if (me.administrator || me.rules.includes("*") || me.rules.includes(rule.id)) return true
  const held = me.grants[rule.resource]
  if (!rule.teamScoped || held === undefined) return false
  return grantIncludes(held, level ?? (rule.id.endsWith(".read") ? "viewer" : "editor"))
}

/** Whether one of the rules is held; a page or menu entry that names none is open to everyone signed in. */
export function mayOpen(me: Me, access: readonly AccessRule[] | undefined): boolean {
  return access === undefined || access.length === 0 || access.some((rule) => mayUse(me, rule))
}
