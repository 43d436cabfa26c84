import type { TaintSource } from "../contract/proposal.ts"
import type { Database } from "../db/database.ts"
import type { Principal } from "../identity/principal.ts"

/** Over MCP and plain HTTP, what was read belongs to the grant: there is no conversation that could forget it. */
export function taintHolder(principal: Principal): string {
  const actsFor = principal.kind === "application" ? principal.actsFor : undefined
  return actsFor ? `grant:${actsFor.grantId}` : `${principal.kind}:${principal.id}`
}

/** For a day, from the last time. */
export async function rememberTaint(database: Database, holder: string, source: TaintSource): Promise<void> {
  const { toolName, toolCallId, class: from = "outside", what = null, people = null } = source
  await database.pool.query(
    `INSERT INTO platform.tool_taint (holder, tool, tool_call_id, class, what, people) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (holder, tool, class) DO UPDATE SET tool_call_id = EXCLUDED.tool_call_id, at = EXCLUDED.at,
       what = EXCLUDED.what, people = EXCLUDED.people`,
    [holder, toolName, toolCallId, from, what, people],
  )
}
