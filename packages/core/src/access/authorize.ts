import { type AccessRule, rulesOf, type Scope } from "../contract/access.ts"
import type { ProcedureMeta } from "../contract/procedure.ts"
import { ForbiddenError, InsufficientScopeError, NotFoundError, UnauthenticatedError } from "../errors.ts"
import { holds, holdsGrantSomewhere, outsideScopes, type Principal } from "../identity/principal/principal.ts"
import type { Caller, Ctx } from "./ctx.ts"
import { stillThere } from "./reach.ts"
import type { Runtime, ThingKind } from "./runtime.ts"

/** May this principal enter the procedure at all? Single things are judged later, by `authorizeThings`. */
export function authorizeEntry(principal: Principal, procedure: ProcedureMeta, { nested = false } = {}): void {
  const { access, scope, recordedIn } = procedure
  if (principal.kind === "service" || access === "anyone") return
  // What plugins tell each other of what they found or decided: the verb that calls has asked for the right to that.
  if (access === "internal" && recordedIn && nested) return
  if (access === "internal") throw new ForbiddenError("This is the platform's own and cannot be called from outside.")
  const missing = rulesOf(access).filter((rule) => !holds(principal, rule))
  if (principal.kind === "anonymous" && (missing.length > 0 || typeof access === "string"))
    throw new UnauthenticatedError()
  if (access === "person" && principal.kind !== "user")
    throw new ForbiddenError("This is for people: sign in with a browser instead of an API key.")
  // What a person kept back opens nothing, not even through a grant of their team's.
  const keptBack = outsideScopes(principal, rulesOf(access))
  if (keptBack.length === 0 && (missing.length === 0 || opensByGrant(principal, procedure, scope))) return
  throw refusalOf(principal, missing, keptBack)
}

/** The same question, for those who only want to know. */
export function mayEnter(principal: Principal, procedure: ProcedureMeta): boolean {
  try {
    authorizeEntry(principal, procedure)
    return true
  } catch {
    return false
  }
}

/**
 * Checks ids that stand in the input. The other scopes are the handler's to narrow, and it is held to it. What is gone is
 * refused like what is out of reach, unless whoever asks may have removed it themselves.
 */
export async function authorizeThings(
  ctx: Ctx,
  procedure: ProcedureMeta,
  input: unknown,
  gone: "refused" | "passed" = "refused",
): Promise<void> {
  const { scope } = procedure
  if (!scope || scope.by === "rule") {
    ctx.frame.scoped = true
    return
  }
  if (scope.by !== "input") return
  const ids = idsAt(input, scope.path)
  const exists = existsOf(ctx.runtime, procedure)
  const within = await ctx.reachable(ids, { exists })
  const outside = ids.filter((id) => !within.has(id))
  const [beyond] = gone === "passed" && exists ? await stillThere(ctx.tx, outside, exists) : outside
  if (beyond !== undefined)
    throw new NotFoundError(`${nounOf(procedure)} ${beyond} does not exist, or is not yours to see.`)
}

function existsOf({ plugins }: Runtime, procedure: ProcedureMeta): ThingKind["exists"] {
  const resource = scopeResource(procedure)
  return plugins.flatMap(({ things = [] }) => things).find(({ type }) => type === resource)?.exists
}

/** Whether the input names things, and none of them is there any more. */
export async function namesOnlyGone(
  { runtime }: Pick<Caller, "runtime">,
  procedure: ProcedureMeta,
  input: unknown,
): Promise<boolean> {
  const { scope } = procedure
  const exists = existsOf(runtime, procedure)
  const ids = scope?.by === "input" ? idsAt(input, scope.path) : []
  return exists !== undefined && ids.length > 0 && (await stillThere(runtime.database.direct, ids, exists)).length === 0
}

export function scopeResource(procedure: ProcedureMeta): string {
  const { scope } = procedure
  const named = scope && "resource" in scope ? scope.resource : undefined
  return named ?? rulesOf(procedure.access)[0]?.resource ?? procedure.id
}

function refusalOf(
  principal: Principal,
  missing: readonly AccessRule[],
  keptBack: readonly AccessRule[],
): ForbiddenError {
  const ids = (rules: readonly AccessRule[]) => rules.map((rule) => rule.id)
  if (keptBack.length > 0 && keptBack.every((rule) => couldBeGiven(principal, rule)))
    return new InsufficientScopeError(
      `${principal.name} was not given ${ids(keptBack).join(" and ")}. Connect it again and ask for the scope "${ids(keptBack).join(" ")}".`,
      ids(keptBack),
    )
  const lacking = missing.length > 0 ? missing : keptBack
  return new ForbiddenError(
    `${principal.name} lacks the permission ${ids(lacking).join(" and ")}. An administrator can grant it.`,
  )
}

/** Whether the person has what the app lacks; where nothing is known of them, they may. */
function couldBeGiven(principal: Principal, rule: AccessRule): boolean {
  const theirs = principal.kind === "application" ? principal.actsFor?.rules : undefined
  if (!theirs || theirs.has("*") || theirs.has(rule.id)) return true
  return rule.teamScoped && principal.grants.has(rule.resource)
}

function opensByGrant(principal: Principal, procedure: ProcedureMeta, scope: Scope | undefined): boolean {
  if (!scope || scope.by === "rule") return false
  return holdsGrantSomewhere(principal, scopeResource(procedure), scope.level ?? "viewer")
}

function nounOf(procedure: ProcedureMeta): string {
  const noun = scopeResource(procedure).split(".").at(-1) ?? "thing"
  return `The ${noun}`
}

function idsAt(input: unknown, path: string): string[] {
  const value = path.split(".").reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], input)
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value.map(String) : [String(value)]
}
