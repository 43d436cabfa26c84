import { GRANT_LEVELS, type GrantLevel, type ProcedureMeta, rulesOf } from "@countersign/core/contract"
import type { MatrixApp } from "./matrix-apps.ts"
import type { Answer, MatrixPrincipal } from "./matrix-principals.ts"

type Decision = "enters" | "unauthenticated" | "forbidden"

/** `viewed` is granted to the teams for viewing only, whatever they hold elsewhere. */
export const WHICH = ["granted", "viewed", "public", "private"] as const
export type PreparedThings = Record<(typeof WHICH)[number], string>

/** The contract, read to the letter. */
export function expectedEntry(principal: MatrixPrincipal, { access, scope }: ProcedureMeta): Decision {
  const { kind } = principal
  if (access === "anyone") return "enters"
  if (access === "internal") return "forbidden"
  if (access === "signedIn") return kind === "anonymous" ? "unauthenticated" : "enters"
  if (access === "person") return kind === "person" ? "enters" : kind === "anonymous" ? "unauthenticated" : "forbidden"
  if (rulesOf(access).every((rule) => principal.holds(rule.id))) return "enters"
  if (kind === "anonymous") return "unauthenticated"
  const byGrant = scope !== undefined && scope.by !== "rule" && principal.grant !== null
  return byGrant && atLeast(principal.grant, scope.level ?? "viewer") ? "enters" : "forbidden"
}

/** As its person, but for the rules they kept back: those open nothing, a grant included. */
export function expectedForApp(app: MatrixApp, meta: ProcedureMeta): Decision {
  return rulesOf(meta.access).every((rule) => app.granted(rule.id)) ? expectedEntry(app, meta) : "forbidden"
}

/** Private: a grant only. Else the rule or a grant. */
export function isWithin(
  principal: MatrixPrincipal,
  { access, scope }: ProcedureMeta,
  which: keyof PreparedThings,
): boolean {
  const level = scope && "level" in scope ? (scope.level ?? "viewer") : "viewer"
  const byRule = rulesOf(access).every((rule) => principal.holds(rule.id))
  if (which === "private") return false
  const granted = which === "granted" ? principal.grant : which === "viewed" && principal.grant ? "viewer" : null
  return byRule || atLeast(granted, level)
}

function atLeast(held: GrantLevel | null, needed: GrantLevel): boolean {
  return held !== null && GRANT_LEVELS.indexOf(held) >= GRANT_LEVELS.indexOf(needed)
}

export function resourceOf({ access, scope }: ProcedureMeta): string | undefined {
  if (!scope || scope.by === "rule") return undefined
  return scope.resource ?? rulesOf(access)[0]?.resource
}

/** What the procedure is about, wherever the right to it comes from. */
export function ownResourceOf({ access }: ProcedureMeta): string {
  return rulesOf(access)[0]?.resource ?? ""
}

export function refusal({ status, text }: Answer): string {
  if (status === 401) return "unauthenticated"
  if (status === 403) return "forbidden"
  return `answers ${status}: ${text.slice(0, 300)}`
}
