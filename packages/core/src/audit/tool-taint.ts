import type { Database } from "../db/database.ts"
import type { Principal } from "../identity/principal.ts"
import type { ToolCallRow } from "./tool-call-store.ts"

/** Over MCP and plain HTTP, what was read belongs to the grant: there is no conversation that could forget it. */
export function taintHolder(principal: Principal): string {
  const actsFor = principal.kind === "application" ? principal.actsFor : undefined
  return actsFor ? `grant:${actsFor.grantId}` : `${principal.kind}:${principal.id}`
}

export async function rememberTaint(database: Database, holder: string, tool: string, callId: string): Promise<void> {
  await database.pool.query(
    `INSERT INTO platform.tool_taint (holder, tool, tool_call_id) VALUES ($1, $2, $3)
     ON CONFLICT (holder, tool) DO UPDATE SET tool_call_id = EXCLUDED.tool_call_id, at = EXCLUDED.at`,
    [holder, tool, callId],
  )
}

/** A person has looked at what came of it. */
export async function forgetTaint(
  database: Database,
  asked: Pick<ToolCallRow, "grant_id" | "principal_kind" | "principal_id">,
): Promise<void> {
  const holder = asked.grant_id ? `grant:${asked.grant_id}` : `${asked.principal_kind}:${asked.principal_id}`
  await database.pool.query("DELETE FROM platform.tool_taint WHERE holder = $1", [holder])
}
