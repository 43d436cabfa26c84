import { instant, type Tx } from "@countersign/core/server"
import { type SQL, sql } from "drizzle-orm"

export interface UnwellSystem {
  id: string
  name: string
  status: "unknown" | "degraded" | "unhealthy"
  since: string
  /** Of the report that made it so. */
  source: string
  reason: string
  [column: string]: unknown
}

/** The worst first; of equals, what began last. */
export async function readUnwellSystems(tx: Tx, limit: number, visible: SQL): Promise<UnwellSystem[]> {
  const { rows } = await tx.execute<UnwellSystem>(sql`
    SELECT s.id, s.name, s.status, ${instant(sql`s.status_since`)} AS since, r.source, r.reason
    FROM catalog.system s CROSS JOIN LATERAL (
      SELECT r.source, r.reason FROM catalog.weighed_report r
      WHERE r.system_id = s.id AND r.status = s.status AND NOT r.covered
      ORDER BY r.since, r.source LIMIT 1) r
    WHERE s.status IN ('unknown', 'degraded', 'unhealthy') AND ${visible}
    ORDER BY s.status_rank DESC, s.status_since DESC, s.id LIMIT ${limit}`)
  return rows
}
