import type { TaintSource } from "../contract/proposal.ts"
import type { Database } from "../db/database.ts"
import type { Principal } from "../identity/principal/principal.ts"
import type { Log } from "../log.ts"

/** Over MCP and plain HTTP, what was read belongs to the grant: there is no conversation that could forget it. */
export function taintHolder(principal: Principal): string {
  const actsFor = principal.kind === "application" ? principal.actsFor : undefined
  return actsFor ? `grant:${actsFor.grantId}` : `${principal.kind}:${principal.id}`
}

/** For a day, from the last time. What was done is not told as a failure because this could not be written down. */
export async function rememberTaint(
  { database, log }: { database: Database; log: Log },
  holder: string,
  source: TaintSource,
): Promise<void> {
  await writeTaint(database, holder, source).catch((error) =>
    log.error("What a client has read could not be written down.", { holder, error: String(error) }),
  )
}

async function writeTaint(database: Database, holder: string, source: TaintSource): Promise<void> {
  const { toolName, toolCallId, class: from = "outside", what = null, people = null } = source
  await database.pool.query({
    name: "write-taint",
    text: `INSERT INTO platform.tool_taint (holder, tool, tool_call_id, class, what, people) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (holder, tool, class) DO UPDATE SET tool_call_id = EXCLUDED.tool_call_id, at = EXCLUDED.at,
       what = EXCLUDED.what, people = ARRAY(SELECT DISTINCT unnest(tool_taint.people || EXCLUDED.people))`,
    values: [holder, toolName, toolCallId, from, what, people],
  })
}
