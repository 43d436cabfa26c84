import { mayEnter } from "../access/authorize.ts"
import type { RegisteredTool, ToolRegistry } from "../access/points/tool.ts"
import type { ToolScope } from "../contract/tool.ts"
import type { Principal } from "../identity/principal/principal.ts"

/** The tools this principal may use: by rule, or because a team's grant opens them. Asked again whenever one runs. */
export function resolveTools(registry: ToolRegistry, principal: Principal, scope?: ToolScope): RegisteredTool[] {
  return registry.tools.filter((tool) => offersTo(tool, principal, scope))
}

export function offersTo(tool: RegisteredTool, principal: Principal, scope?: ToolScope): boolean {
  if (!mayDriveTools(principal)) return false
  if (scope && tool.scopes && !tool.scopes.includes(scope)) return false
  return mayEnter(principal, tool.procedure)
}

/** The platform's own jobs act without a person behind them, and nobody can sign for those who are not signed in. */
export function mayDriveTools(principal: Principal): boolean {
  return principal.kind === "user" || principal.kind === "application"
}
