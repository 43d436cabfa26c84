import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import type { Target } from "../../contract/strategy.ts"

/** What the jobs of these targets have called with last, and since when a call is waited for. */
export async function readHeartbeats(
  tx: Tx,
  targetIds: readonly number[],
): Promise<Map<number, NonNullable<Target["heartbeat"]>>> {
  if (targetIds.length === 0) return new Map()
  const { rows } = await tx.execute<BeatRow>(sql`
    SELECT t.id, coalesce(h.waiting_since, t.created_at) AS waiting_since, b.at, b.status, b.message, b.value
    FROM healthcheck.target t LEFT JOIN healthcheck.heartbeat h ON h.target_id = t.id
    LEFT JOIN LATERAL (SELECT * FROM healthcheck.beat b WHERE b.target_id = t.id ORDER BY b.at DESC LIMIT 1) b ON true
    WHERE t.id = ANY(${sql.param([...targetIds])}::int[])`)
  return new Map(
    rows.map(({ id, waiting_since, at, status, message, value }) => [
      id,
      {
        waitingSince: new Date(waiting_since),
        latest: at ? { at: new Date(at), status: status!, message: message ?? "", value } : null,
      },
    ]),
  )
}

interface BeatRow extends Record<string, unknown> {
  id: number
  waiting_since: string
  at: string | null
  status: "up" | "down" | null
  message: string | null
  value: number | null
}
