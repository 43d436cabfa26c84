import type { Tx } from "@countersign/core/server"
import { sql } from "drizzle-orm"
import { integers } from "./sources.ts"

/**
 * Takes targets away for good, at once for everybody who reads; what they leave in history is deleted by the worker, in slices.
 * For deleted checks. A target that only lost its environment ends instead, and its history stays.
 */
export async function forgetTargets(tx: Tx, targetIds: readonly number[]): Promise<void> {
  if (targetIds.length === 0) return
  await tx.execute(sql`INSERT INTO healthcheck.forgotten_target (target_id)
    SELECT unnest(${integers(targetIds)}) ON CONFLICT DO NOTHING`)
  await tx.execute(sql`DELETE FROM healthcheck.target WHERE id = ANY(${integers(targetIds)})`)
}
