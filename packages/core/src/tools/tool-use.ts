import { sql } from "drizzle-orm"
import type { Tx } from "../db/database.ts"

/** When each tool was last called, and how often in the last week. Tools nobody called are not in it. */
export async function readToolUse(tx: Tx): Promise<Map<string, { lastUsedAt: string; callsLastWeek: number }>> {
  const { rows } = await tx.execute<{ tool: string; last: string; calls: number }>(sql`
    SELECT tool, max(at) AS last, (count(*) FILTER (WHERE at > now() - interval '7 days'))::integer AS calls
    FROM platform.tool_call GROUP BY tool`)
  return new Map(
    rows.map(({ tool, last, calls }) => [tool, { lastUsedAt: new Date(last).toISOString(), callsLastWeek: calls }]),
  )
}
